//! Permissions the bot needs in a server, and the invite link that requests exactly these.
//!
//! Permissions in a single channel are checked when a campaign is opened there (`open_campaign`).

use serenity::all::Permissions;

/// Required permissions with their names in Discord's client.
const NEEDED: [(Permissions, &str); 6] = [
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::ATTACH_FILES, "Attach Files"),
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
];

/// `OAuth2` scopes of the invite link: a bot with application commands.
pub const SCOPES: [&str; 2] = ["bot", "applications.commands"];

/// Returns the required permissions as Discord's bit set.
pub fn bits() -> u64 {
    NEEDED.iter().fold(Permissions::empty(), |all, (one, _)| all | *one).bits()
}

/// Returns the names of the required permissions.
pub fn names() -> Vec<&'static str> {
    NEEDED.iter().map(|(_, name)| *name).collect()
}

/// Returns the names of the required permissions that `allowed` lacks. An administrator lacks none.
pub fn missing(allowed: u64) -> Vec<&'static str> {
    let allowed = Permissions::from_bits_truncate(allowed);
    if allowed.administrator() {
        return Vec::new();
    }
    let lacks = |(one, _): &&(Permissions, &'static str)| !allowed.contains(*one);
    NEEDED.iter().filter(lacks).map(|(_, name)| *name).collect()
}

/// Returns the invite link of the bot, for members who manage a server.
pub fn invitation(application: u64) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope={}&permissions={}",
        SCOPES.join("+"),
        bits()
    )
}

/// Returns the application id of a bot token: the first part of the token is the id in Base64.
pub fn application(token: &str) -> Option<u64> {
    let token = token.strip_prefix("Bot ").unwrap_or(token);
    let (first, _) = token.split_once('.')?;
    let digits = String::from_utf8(from_base64(first)?).ok()?;
    digits.parse().ok().filter(|id| *id > 0)
}

/// Decodes Base64, standard or URL-safe, with or without padding.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.trim_end_matches('=').bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{application, bits, invitation, missing};

    #[test]
    fn a_token_says_which_application_it_is_of() {
        // "175928847299117063" in Base64, as in Discord's own documentation.
        let token = "MTc1OTI4ODQ3Mjk5MTE3MDYz.GxYzAb.cdefgh";
        assert_eq!(application(token), Some(175_928_847_299_117_063));
        assert_eq!(application(&format!("Bot {token}")), Some(175_928_847_299_117_063));
        for other in ["", "sandbox.token", "no dots", "MTIz", "....", "!!!.x.y"] {
            assert_eq!(application(other), None, "{other}");
        }
    }

    #[test]
    fn the_invitation_asks_for_what_is_needed_and_nothing_else() {
        assert_eq!(bits(), 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 38);
        let link = invitation(5);
        assert!(
            link.ends_with("client_id=5&scope=bot+applications.commands&permissions=274878024704")
        );
    }

    #[test]
    fn what_is_missing_is_named_unless_everything_is_allowed() {
        assert!(missing(bits()).is_empty());
        assert_eq!(missing(bits() & !(1 << 14)), ["Embed Links"]);
        assert!(missing(1 << 3).is_empty(), "an administrator may do everything");
        assert_eq!(missing(0).len(), 6);
    }
}
