//! What words mean: synonyms, actions, phrases, and the words that mean little.
//!
//! The tables hold general English and the vocabulary that interfaces share, never the names of one interface.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::words::stem_key;

/// What a tool does to things, as bits; several when its name says so (`create_or_update`).
pub(super) type Actions = u8;

pub(super) const READS: Actions = 1;
pub(super) const CREATES: Actions = 2;
pub(super) const UPDATES: Actions = 4;
pub(super) const DELETES: Actions = 8;

/// What a verb says about the action; 0 for a word that says nothing.
pub(super) fn actions(stem: &str) -> Actions {
    static BY_STEM: OnceLock<FxHashMap<String, Actions>> = OnceLock::new();
    const VERBS: [(Actions, &str); 5] = [
        (
            READS,
            "get fetch read list show retrieve view see display find lookup describe search query check count download export compare browse enumerate inspect grab obtain",
        ),
        (
            CREATES,
            "create add new post make insert register generate upload invite compose draft raise provision build append",
        ),
        (
            UPDATES,
            "update edit change modify patch alter adjust rename close reopen resolve mark amend tweak revise correct archive fix swap",
        ),
        (CREATES | UPDATES, "set put save store replace write upsert"),
        (
            DELETES,
            "delete remove destroy drop erase unset clear discard purge strip kick expel evict uninstall wipe trash eliminate detach unlink kill terminate forget",
        ),
    ];
    let by_stem = BY_STEM.get_or_init(|| {
        let each = VERBS.iter().flat_map(|(actions, words)| words.split(' ').map(|word| (stem_key(word), *actions)));
        each.collect()
    });
    by_stem.get(stem).copied().unwrap_or(0)
}

/// The stems by which interfaces name one action, where there is one: reading has many that differ in meaning.
pub(super) fn same_action(action: Actions) -> &'static [&'static str] {
    match action {
        CREATES => &["creat", "add"],
        UPDATES => &["updat"],
        DELETES => &["delet", "remov"],
        _ => &[],
    }
}

/// Words of grammar and politeness: they never decide.
pub(super) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

const STOP_WORDS: [&str; 140] = [
    "a",
    "about",
    "across",
    "actually",
    "again",
    "all",
    "already",
    "also",
    "always",
    "am",
    "an",
    "and",
    "any",
    "anything",
    "are",
    "as",
    "at",
    "be",
    "been",
    "being",
    "belong",
    "belongs",
    "bring",
    "but",
    "by",
    "can",
    "certain",
    "come",
    "could",
    "currently",
    "did",
    "do",
    "does",
    "doing",
    "each",
    "ever",
    "every",
    "everything",
    "everywhere",
    "for",
    "from",
    "given",
    "go",
    "had",
    "has",
    "have",
    "he",
    "her",
    "here",
    "his",
    "how",
    "i",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "just",
    "keep",
    "let",
    "like",
    "lot",
    "many",
    "may",
    "maybe",
    "me",
    "might",
    "mine",
    "much",
    "must",
    "my",
    "need",
    "no",
    "not",
    "now",
    "of",
    "often",
    "on",
    "one",
    "only",
    "or",
    "our",
    "out",
    "over",
    "please",
    "really",
    "same",
    "she",
    "should",
    "so",
    "some",
    "something",
    "still",
    "stuff",
    "such",
    "take",
    "tell",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "thing",
    "things",
    "this",
    "those",
    "to",
    "today",
    "too",
    "us",
    "use",
    "using",
    "very",
    "via",
    "want",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "whether",
    "which",
    "while",
    "who",
    "whose",
    "why",
    "will",
    "with",
    "without",
    "would",
    "yesterday",
    "yet",
    "you",
    "your",
];

/// What else a word may mean: stems with the strength of the resemblance, in the order of the table.
pub(super) fn synonyms(stem: &str) -> &'static [(String, f32)] {
    static BY_STEM: OnceLock<FxHashMap<String, Vec<(String, f32)>>> = OnceLock::new();
    let by_stem = BY_STEM.get_or_init(|| {
        let mut by_stem: FxHashMap<String, Vec<(String, f32)>> = FxHashMap::default();
        for (strength, words) in SYNONYMS {
            let stems: Vec<String> = words.split(' ').map(stem_key).collect();
            for stem in &stems {
                let others = stems.iter().filter(|other| *other != stem).map(|other| (other.clone(), *strength));
                by_stem.entry(stem.clone()).or_default().extend(others);
            }
        }
        by_stem
    });
    by_stem.get(stem).map_or(&[], Vec::as_slice)
}

/// Words that mean nearly the same: each word of a row stands for the others with the row's strength.
const SYNONYMS: &[(f32, &str)] = &[
    // What tools do.
    (0.65, "get fetch read list show retrieve view see display find lookup load describe"),
    (0.6, "list browse enumerate show"),
    (0.6, "get inspect access examine grab obtain"),
    (0.5, "find search look query match lookup locate discover"),
    (0.65, "create add new post make insert open register generate"),
    (0.55, "create compose draft write raise provision build setup"),
    (0.65, "delete remove destroy drop erase unset clear discard purge"),
    (0.6, "remove delete strip kick expel evict uninstall wipe trash eliminate detach unlink unassign"),
    (0.65, "update edit change set modify patch alter adjust rename replace write"),
    (0.6, "update amend tweak revise correct fix"),
    (0.6, "replace swap exchange"),
    (0.5, "set put save store write create"),
    (0.6, "set configure"),
    (0.6, "check verify test validate"),
    (0.6, "start run trigger launch execute dispatch begin invoke initiate fire"),
    (0.6, "stop cancel abort kill halt terminate end interrupt"),
    (0.6, "cancel void annul revoke withdraw retract rescind"),
    (0.5, "delete kill terminate forget"),
    (0.6, "pause suspend hold"),
    (0.6, "snooze mute silence disturb bother"),
    (0.6, "mute unsubscribe ignore"),
    (0.6, "resume continue unsuspend unpause"),
    (0.7, "disable deactivate suspend"),
    (0.7, "enable activate"),
    (0.6, "send submit post deliver publish share"),
    (0.55, "post write say send"),
    (0.5, "send email"),
    (0.7, "resend redeliver"),
    (0.6, "download export get"),
    (0.6, "upload import add"),
    (0.6, "copy duplicate clone fork"),
    (0.6, "move transfer migrate relocate"),
    (0.5, "transfer assign hand"),
    (0.6, "allow permit grant permission access authorize"),
    (0.6, "access reach"),
    (0.6, "deny block forbid ban restrict limit"),
    (0.6, "undo revert restore rollback recover"),
    (0.6, "accept approve confirm"),
    (0.6, "reject decline dismiss refuse"),
    (0.5, "invite add"),
    (0.6, "give grant add assign"),
    (0.6, "assign allocate"),
    (0.6, "manage administer maintain handle"),
    (0.6, "extend prolong renew"),
    (0.6, "renew refresh reissue rotate"),
    (0.6, "expire lapse"),
    (0.6, "protect guard secure"),
    (0.6, "remind reminder"),
    (0.6, "notify alert warn"),
    (0.6, "encrypt secret"),
    (0.6, "attach connect link associate bind"),
    (0.6, "watch subscribe subscription follow"),
    (0.6, "subscription plan membership"),
    (0.5, "subscription notify"),
    (0.7, "unsubscribe unwatch unfollow"),
    (0.7, "star favorite favourite bookmark"),
    (0.5, "update close reopen resolve mark finish complete"),
    (0.6, "join merge combine"),
    (0.6, "reply answer respond response"),
    (0.6, "rerun retry restart rebuild"),
    (0.6, "difference diff compare"),
    (0.6, "request ask"),
    (0.5, "convert transform render"),
    (0.6, "calculate compute estimate"),
    (0.5, "deploy release publish rollout ship"),
    (0.6, "sync synchronize refresh"),
    (0.6, "schedule plan"),
    (0.6, "buy purchase order"),
    (0.6, "reserve book booking reservation"),
    (0.6, "hire recruit"),
    (0.6, "collect capture"),
    (0.6, "contest dispute chargeback"),
    (0.6, "pay payment charge"),
    (0.6, "translate translation"),
    // Abbreviations and spellings.
    (0.95, "repo repository"),
    (0.95, "org organization organisation"),
    (0.9, "pr pull"),
    (0.9, "env environment"),
    (0.9, "config configuration setting preference option"),
    (0.9, "info information detail"),
    (0.9, "doc document documentation"),
    (0.9, "msg message"),
    (0.9, "auth authentication authorization"),
    (0.9, "admin administrator"),
    (0.9, "app application"),
    (0.9, "db database"),
    (0.9, "img image picture photo"),
    (0.9, "var variable"),
    (0.9, "id identifier"),
    (0.9, "spec specification"),
    (0.9, "hook webhook"),
    (0.9, "ref reference"),
    (0.9, "dir directory folder"),
    (0.9, "dept department"),
    (0.9, "qty quantity"),
    (0.9, "addr address"),
    (0.9, "tel telephone phone"),
    (0.9, "max maximum"),
    (0.9, "min minimum"),
    (0.9, "artifact artefact"),
    (0.9, "license licence"),
    (0.9, "cancel cancellation"),
    (0.95, "person people"),
    (0.95, "child children"),
    (0.95, "index indices"),
    // Things.
    (0.7, "user person people someone somebody member account"),
    (0.7, "user everyone everybody anyone anybody"),
    (0.6, "member teammate colleague coworker participant attendee"),
    (0.5, "collaborator member coworker teammate contractor guest person people someone somebody"),
    (0.6, "contributor author writer committer"),
    (0.6, "follower friend contact connection"),
    (0.6, "user profile whoami account"),
    (0.5, "admin owner"),
    (0.5, "group team squad department"),
    (0.5, "role owner position"),
    (0.5, "role permission privilege"),
    (0.6, "employee staff worker"),
    (0.6, "file content document attachment"),
    (0.7, "company organization business tenant"),
    (0.6, "ticket issue bug"),
    (0.6, "email mail"),
    (0.6, "tag label topic"),
    (0.6, "statistic stat metric analytic usage traffic"),
    (0.6, "log history audit"),
    (0.5, "history revision version"),
    (0.6, "quota limit rate allowance remaining left"),
    (0.6, "password credential secret token passcode passphrase"),
    (0.5, "value variable setting property field attribute"),
    (0.5, "key token"),
    (0.6, "invoice bill billing payment charge"),
    (0.6, "money balance fund cash amount"),
    (0.5, "money payment transaction refund"),
    (0.6, "transaction transfer movement booking"),
    (0.6, "payout withdrawal disbursement"),
    (0.6, "deposit topup"),
    (0.6, "wage salary payroll"),
    (0.6, "vat tax"),
    (0.6, "currency forex"),
    (0.6, "cost price bill billable fee"),
    (0.6, "customer client buyer shopper purchaser"),
    (0.6, "lead prospect"),
    (0.6, "candidate applicant"),
    (0.6, "campaign newsletter mailing"),
    (0.6, "recipient audience subscriber"),
    (0.6, "meeting event appointment"),
    (0.6, "calendar schedule agenda"),
    (0.6, "chat conversation thread discussion"),
    (0.7, "conversation channel room"),
    (0.6, "presence online availability active status"),
    (0.6, "notification inbox"),
    (0.5, "webhook callback notify"),
    (0.5, "webhook endpoint"),
    (0.5, "delivery call event"),
    (0.5, "notification alert"),
    (0.6, "alert warning finding"),
    (0.6, "reaction emoji react thumb heart like"),
    (0.5, "comment note remark"),
    (0.6, "job task todo"),
    (0.6, "recent latest last newest lately"),
    (0.6, "upcoming next future"),
    (0.5, "later schedule tomorrow tonight"),
    (0.6, "vulnerability advisory cve hole weakness flaw"),
    (0.5, "vulnerability security alert"),
    (0.5, "leak expose"),
    (0.6, "leak secret"),
    (0.6, "ci check workflow build pipeline"),
    (0.5, "workflow run job build pipeline"),
    (0.6, "artifact output result"),
    (0.6, "log output print console"),
    (0.5, "changelog note release"),
    (0.5, "version release"),
    (0.6, "snippet gist paste"),
    (0.4, "project repository"),
    (0.6, "child sub nested"),
    (0.7, "ref branch"),
    (0.5, "dependency package library"),
    (0.5, "container docker"),
    (0.6, "server machine instance host vm"),
    (0.6, "machine node runner worker"),
    (0.6, "exec execute shell command"),
    (0.6, "volume disk drive storage"),
    (0.6, "space storage size"),
    (0.6, "size big large usage"),
    (0.6, "scale resize replica"),
    (0.6, "certificate cert ssl tls"),
    (0.6, "domain hostname dns"),
    (0.6, "expose publish ingress service"),
    (0.6, "page site website"),
    (0.7, "link url"),
    (0.6, "error failure fail break crash wrong problem"),
    (0.5, "event problem wrong happen"),
    (0.5, "number count total"),
    (0.5, "name title"),
    (0.6, "backup snapshot"),
    (0.6, "login signin session"),
    (0.6, "product item article"),
    (0.5, "category genre collection"),
    (0.6, "rating review feedback"),
    (0.6, "order purchase"),
    (0.6, "stock inventory"),
    (0.8, "cart basket"),
    (0.6, "shipment parcel delivery shipping"),
    (0.6, "refund reimbursement return repay reimburse"),
    (0.7, "coupon discount voucher promotion promo"),
    (0.6, "percent percentage discount"),
    (0.6, "video movie film"),
    (0.6, "song track music"),
    (0.6, "weather forecast"),
    (0.6, "town city"),
    (0.6, "deal opportunity"),
    (0.6, "survey form questionnaire"),
    (0.6, "location place address"),
    (0.6, "flight trip journey travel"),
    (0.6, "hotel accommodation lodging"),
    (0.6, "vehicle car"),
    (0.6, "vacation holiday leave absence"),
    (0.6, "row record entry line"),
    (0.6, "column field attribute"),
    (0.6, "sheet spreadsheet worksheet"),
    (0.6, "bio profile biography"),
    (0.6, "avatar photo picture"),
    (0.6, "note memo"),
];

/// Two words that mean one other; the first in any form (`logged in`).
pub(super) const PHRASES: &[(&str, &str, &str)] = &[
    ("turn", "off", "disable"),
    ("switch", "off", "disable"),
    ("turn", "on", "enable"),
    ("switch", "on", "enable"),
    ("look", "up", "get"),
    ("find", "out", "get"),
    ("kick", "off", "start"),
    ("spin", "up", "create"),
    ("set", "up", "create"),
    ("stand", "up", "create"),
    ("file", "a", "create"),
    ("file", "an", "create"),
    ("shut", "down", "stop"),
    ("tear", "down", "delete"),
    ("take", "off", "remove"),
    ("take", "away", "remove"),
    ("kick", "out", "remove"),
    ("throw", "away", "delete"),
    ("get", "rid", "delete"),
    ("call", "off", "cancel"),
    ("roll", "back", "revert"),
    ("bring", "back", "restore"),
    ("fill", "in", "update"),
    ("opt", "out", "unsubscribe"),
    ("sign", "up", "register"),
    ("merge", "request", "pull"),
    ("re", "run", "rerun"),
    ("log", "in", "login"),
    ("sign", "in", "login"),
    ("who", "am", "whoami"),
    ("sign", "off", "approve"),
    ("cancel", "out", "cancel"),
    ("free", "up", "delete"),
    ("clean", "up", "delete"),
    ("pay", "out", "payout"),
    ("pay", "back", "refund"),
    ("money", "back", "refund"),
    ("roll", "out", "deploy"),
    ("put", "together", "create"),
    ("put", "up", "create"),
    ("back", "up", "backup"),
    ("log", "out", "logout"),
    ("sign", "out", "logout"),
    ("hang", "up", "end"),
    ("carry", "on", "resume"),
    ("start", "over", "restart"),
    ("run", "again", "rerun"),
    ("try", "again", "retry"),
    ("take", "over", "transfer"),
    ("take", "up", "accept"),
    ("throw", "out", "remove"),
    ("hand", "over", "transfer"),
    ("give", "back", "return"),
    ("look", "after", "manage"),
    ("look", "for", "search"),
    ("thumbs", "up", "reaction"),
    ("right", "now", "now"),
];

/// The second words of phrases that what is meant may stand before: `turn the alarm off`, `throw someone out`.
pub(super) const PARTICLES: [&str; 7] = ["away", "back", "down", "off", "out", "over", "up"];

/// Past forms that no rule of endings finds.
const IRREGULAR: [(&str, &str); 36] = [
    ("began", "begin"),
    ("begun", "begin"),
    ("bought", "buy"),
    ("broke", "break"),
    ("broken", "break"),
    ("brought", "bring"),
    ("built", "build"),
    ("chose", "choose"),
    ("chosen", "choose"),
    ("gave", "give"),
    ("given", "give"),
    ("got", "get"),
    ("held", "hold"),
    ("hidden", "hide"),
    ("kept", "keep"),
    ("lost", "lose"),
    ("made", "make"),
    ("met", "meet"),
    ("paid", "pay"),
    ("ran", "run"),
    ("said", "say"),
    ("saw", "see"),
    ("seen", "see"),
    ("sent", "send"),
    ("shown", "show"),
    ("sold", "sell"),
    ("spent", "spend"),
    ("taken", "take"),
    ("told", "tell"),
    ("took", "take"),
    ("withdrawn", "withdraw"),
    ("withdrew", "withdraw"),
    ("won", "win"),
    ("went", "go"),
    ("written", "write"),
    ("wrote", "write"),
];

/// The plain form of a verb whose past form is irregular.
pub(super) fn plain_form(word: &str) -> &str {
    IRREGULAR.iter().find(|(past, _)| *past == word).map_or(word, |(_, plain)| plain)
}

/// Words by which the speaker means themselves, and what interfaces call them.
pub(super) const SELF_WORDS: [&str; 4] = ["i", "me", "mine", "my"];
/// What interfaces call the speaker.
pub(super) const SELF_TARGETS: [&str; 6] = ["authenticated", "current", "me", "my", "self", "viewer"];

/// Words that open a question, which asks for reading.
pub(super) const QUESTION_WORDS: [&str; 8] = ["does", "has", "how", "is", "what", "where", "which", "who"];
/// What interfaces call people that are asked for.
pub(super) const PEOPLE: [&str; 4] = ["member", "collaborator", "participant", "contributor"];
/// Verbs of reading.
pub(super) const READING_VERBS: [&str; 3] = ["get", "list", "check"];
/// Verbs that give many things.
pub(super) const LISTING_VERBS: [&str; 2] = ["list", "search"];
/// Words that follow a verb and no noun: a query that begins with an unknown word and one of these gives an order.
pub(super) const DETERMINERS: [&str; 14] =
    ["a", "all", "an", "another", "every", "its", "my", "our", "some", "somebody", "someone", "the", "these", "this"];
/// Nouns that are verbs where `on` follows.
pub(super) const NOUN_VERBS: [&str; 5] = ["comment", "note", "react", "reply", "vote"];
/// Words before the name of many things.
pub(super) const COLLECTING_WORDS: [&str; 3] = ["all", "each", "every"];
/// Words before the name of one thing.
pub(super) const SINGLING_WORDS: [&str; 6] = ["a", "an", "one", "single", "specific", "this"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_usable() {
        assert!(STOP_WORDS.is_sorted());
        assert!(synonyms(&stem_key("fetching")).iter().any(|(stem, _)| *stem == stem_key("list")));
        assert!(synonyms(&stem_key("repos")).iter().any(|(stem, _)| *stem == stem_key("repositories")));
        assert_eq!(actions(&stem_key("removing")), DELETES);
        assert_eq!(actions(&stem_key("tomato")), 0);
    }
}
