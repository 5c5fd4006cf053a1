//! The connections of the HTTP server: how many there may be, and how long a client may keep one waiting.
//!
//! A client that sends its request byte by byte, or opens connections and says nothing, must not keep others out.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::{StreamExt, stream};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Connections that are served at the same time; more wait to be accepted.
const MOST: usize = 1024;
/// How long to wait when the system has no place for another connection.
const NO_PLACE: Duration = Duration::from_millis(500);

/// Serves connections until `stop`, then until the last has ended; dropping the future breaks them off. A client has
/// `patience` to send the head of a request.
pub(super) async fn serve(listener: TcpListener, router: Router, patience: Duration, stop: CancellationToken) {
    let places = Arc::new(Semaphore::new(MOST));
    let open = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience);
    loop {
        let next = async {
            // The semaphore is never closed.
            let place = places.clone().acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            Some(_) = connections.join_next() => continue,
            () = stop.cancelled() => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(NO_PLACE).await;
                continue;
            }
        };
        // Answers are small and awaited.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let connection = open.watch(http.serve_connection(TokioIo::new(stream), service));
        connections.spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke off");
            }
            drop(place);
        });
    }
    drop(listener);
    open.shutdown().await;
}

/// Gives a client `patience` for each further piece of a request.
pub(super) async fn within_patience(State(patience): State<Duration>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let pieces = stream::unfold(Some(body.into_data_stream()), move |pieces| async move {
        let mut pieces = pieces?;
        match tokio::time::timeout(patience, pieces.next()).await {
            Ok(Some(piece)) => Some((piece.map_err(io::Error::other), Some(pieces))),
            Ok(None) => None,
            Err(_) => Some((Err(io::ErrorKind::TimedOut.into()), None)),
        }
    });
    next.run(Request::from_parts(parts, Body::from_stream(pieces))).await
}
