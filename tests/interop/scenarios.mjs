// Every scenario of the conformance suite: `true` for those that run, or why one does not apply to codemode. The tests
// compare this list with the suite's own, so that a new scenario is noticed.

const byName = "calls a tool, prompt or resource of the suite's example server by its name";
const notOffered = "needs a capability that codemode does not declare";

export const SERVER = {
  "server-initialize": true,
  ping: true,
  "tools-list": true,
  "server-sse-multiple-streams": true,
  "dns-rebinding-protection": true,
  "logging-set-level": notOffered,
  "completion-complete": notOffered,
  "tools-call-simple-text": byName,
  "tools-call-image": byName,
  "tools-call-audio": byName,
  "tools-call-embedded-resource": byName,
  "tools-call-mixed-content": byName,
  "tools-call-with-logging": byName,
  "tools-call-error": byName,
  "tools-call-with-progress": byName,
  "tools-call-sampling": byName,
  "tools-call-elicitation": byName,
  "json-schema-2020-12": byName,
  "elicitation-sep1034-defaults": byName,
  "elicitation-sep1330-enums": byName,
  "server-sse-polling": byName,
  "resources-list": notOffered,
  "resources-read-text": notOffered,
  "resources-read-binary": notOffered,
  "resources-templates-read": notOffered,
  "resources-subscribe": notOffered,
  "resources-unsubscribe": notOffered,
  "prompts-list": notOffered,
  "prompts-get-simple": notOffered,
  "prompts-get-with-args": notOffered,
  "prompts-get-embedded-resource": notOffered,
  "prompts-get-with-image": notOffered,
};

const noBrowser = "a login without a person, which codemode does not offer";

export const CLIENT = {
  initialize: true,
  tools_call: true,
  "sse-retry": true,
  "auth/metadata-default": true,
  "auth/metadata-var1": true,
  "auth/metadata-var2": true,
  "auth/metadata-var3": true,
  "auth/scope-from-www-authenticate": true,
  "auth/scope-from-scopes-supported": true,
  "auth/scope-omitted-when-undefined": true,
  "auth/scope-step-up": true,
  "auth/scope-retry-limit": true,
  "auth/token-endpoint-auth-basic": true,
  "auth/token-endpoint-auth-post": true,
  "auth/token-endpoint-auth-none": true,
  "auth/pre-registration": true,
  "auth/2025-03-26-oauth-endpoint-fallback": true,
  "auth/resource-mismatch": true,
  "auth/offline-access-scope": true,
  "auth/offline-access-not-supported": true,
  "elicitation-sep1034-client-defaults": "codemode declares no elicitation: a program has nobody to ask",
  "auth/basic-cimd": "needs a client metadata document at a public address; codemode registers itself instead",
  "auth/2025-03-26-oauth-metadata-backcompat":
    "its metadata name another issuer than the one they were asked of, which RFC 8414 forbids and rmcp refuses",
  "auth/client-credentials-jwt": noBrowser,
  "auth/client-credentials-basic": noBrowser,
  "auth/cross-app-access-complete-flow": noBrowser,
};
