//! The way back from the browser: one page on this machine that takes the query of the redirect.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use url::form_urlencoded;

/// Bytes of a request that are read.
const HEAD: usize = 16 * 1024;
const PAGE: &str = "You are logged in. You can close this page and go back to codemode.";

/// Waits for the redirect and gives its query; an error is the refusal that the query holds. Other requests, such as
/// for an icon, are answered and forgotten.
pub(super) async fn receive(listener: &TcpListener) -> Result<String, String> {
    loop {
        let Ok((mut stream, _)) = listener.accept().await else { continue };
        let target = request_target(&mut stream).await.unwrap_or_default();
        let Some(query) = target.strip_prefix("/callback?").map(str::to_owned) else {
            answer(&mut stream, "404 Not Found", "There is nothing here.").await;
            continue;
        };
        let field = |name: &str| {
            form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
        };
        if let Some(error) = field("error") {
            answer(&mut stream, "200 OK", "The login was refused. You can close this page.").await;
            return Err(field("error_description").unwrap_or(error));
        }
        if field("code").is_some() {
            answer(&mut stream, "200 OK", PAGE).await;
            return Ok(query);
        }
        answer(&mut stream, "400 Bad Request", "The address holds no code.").await;
    }
}

/// The target of a GET request: `/callback?code=…`.
async fn request_target(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    let mut buffer = [0; 1024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let count = stream.read(&mut buffer).await.ok().filter(|count| *count > 0)?;
        head.extend_from_slice(buffer.get(..count)?);
        if head.len() > HEAD {
            return None;
        }
    }
    let line = std::str::from_utf8(&head).ok()?.lines().next()?;
    let mut words = line.split(' ');
    (words.next() == Some("GET")).then(|| words.next().map(str::to_owned))?
}

async fn answer(stream: &mut TcpStream, status: &str, text: &str) {
    let page = format!("<!doctype html><meta charset=\"utf-8\"><title>codemode</title><p>{text}</p>");
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        page.len()
    );
    // The browser may have gone; what counts is what it brought.
    let _ = stream.write_all(format!("{head}{page}").as_bytes()).await;
    let _ = stream.shutdown().await;
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    async fn visit(address: std::net::SocketAddr, target: &str) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(format!("GET {target} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test]
    async fn takes_the_code_and_ignores_other_visits() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let waiting = tokio::spawn(async move { receive(&listener).await });
        assert!(visit(address, "/favicon.ico").await.starts_with("HTTP/1.1 404"));
        assert!(visit(address, "/callback?state=1").await.starts_with("HTTP/1.1 400"));
        assert!(visit(address, "/callback?code=a%20b&state=1").await.contains(PAGE));
        assert_eq!(waiting.await.unwrap().unwrap(), "code=a%20b&state=1");
    }

    #[tokio::test]
    async fn reports_a_refusal() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let waiting = tokio::spawn(async move { receive(&listener).await });
        visit(address, "/callback?error=access_denied&error_description=not+you").await;
        assert_eq!(waiting.await.unwrap().unwrap_err(), "not you");
    }
}
