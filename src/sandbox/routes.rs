//! Route table of the API. Methods are told apart in `rest`.

/// All routes. The first match wins, so literal segments come before parameters.
const ROUTES: &[&str] = &[
    "/gateway",
    "/gateway/bot",
    "/applications/@me",
    "/oauth2/applications/@me",
    "/applications/{application_id}/commands",
    "/applications/{application_id}/commands/{command_id}",
    "/applications/{application_id}/guilds/{guild_id}/commands",
    "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}",
    "/channels/{channel_id}",
    "/channels/{channel_id}/messages",
    "/channels/{channel_id}/messages/bulk-delete",
    "/channels/{channel_id}/messages/pins",
    "/channels/{channel_id}/messages/pins/{message_id}",
    "/channels/{channel_id}/messages/{message_id}",
    "/channels/{channel_id}/messages/{message_id}/reactions",
    "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}",
    "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me",
    "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}",
    "/channels/{channel_id}/messages/{message_id}/threads",
    "/channels/{channel_id}/pins",
    "/channels/{channel_id}/pins/{message_id}",
    "/channels/{channel_id}/thread-members",
    "/channels/{channel_id}/thread-members/@me",
    "/channels/{channel_id}/thread-members/{user_id}",
    "/channels/{channel_id}/threads",
    "/channels/{channel_id}/typing",
    "/guilds/{guild_id}",
    "/guilds/{guild_id}/channels",
    "/guilds/{guild_id}/members",
    "/guilds/{guild_id}/members/{user_id}",
    "/guilds/{guild_id}/roles",
    "/guilds/{guild_id}/threads/active",
    "/interactions/{interaction_id}/{interaction_token}/callback",
    "/users/@me",
    "/users/@me/channels",
    "/users/@me/guilds",
    "/users/@me/guilds/{guild_id}",
    "/users/{user_id}",
    "/webhooks/{webhook_id}/{webhook_token}",
    "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
];

/// The route of a path and its path arguments; the path itself and no arguments if none matches.
pub(super) fn find(path: &str) -> (String, Vec<String>) {
    let parts: Vec<&str> = path.split('/').collect();
    let found =
        ROUTES.iter().find_map(|route| match_route(route, &parts).map(|args| (*route, args)));
    match found {
        Some((route, args)) => (route.to_owned(), args),
        None => (path.to_owned(), Vec::new()),
    }
}

/// The path arguments if the path has the form of the route.
fn match_route(route: &str, parts: &[&str]) -> Option<Vec<String>> {
    let wanted: Vec<&str> = route.split('/').collect();
    if wanted.len() != parts.len() {
        return None;
    }
    let mut args = Vec::new();
    for (wanted, part) in wanted.iter().zip(parts) {
        if wanted.starts_with('{') {
            args.push((*part).to_owned());
        } else if wanted != part {
            return None;
        }
    }
    Some(args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_known_by_its_route() {
        let (route, args) = find("/channels/12/messages/34");
        assert_eq!(route, "/channels/{channel_id}/messages/{message_id}");
        assert_eq!(args, ["12", "34"]);
        assert_eq!(find("/channels/12/messages/pins").0, "/channels/{channel_id}/messages/pins");
        assert_eq!(find("/nowhere"), ("/nowhere".to_owned(), Vec::new()));
    }
}
