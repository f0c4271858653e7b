//! `completions`: generates shell completion scripts.
//!
//! Commands and options are parsed from the help text, so that there is no second list.

use std::fmt::Write as _;

use super::args::{Command, option, unknown};
use super::error::CliError;
use super::help;
use lexopt::{Arg, Parser};

/// Supported shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// Kind of value an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    /// No value: the option is a flag.
    None,
    File,
    Folder,
    /// One of a fixed list of words.
    Words(Vec<String>),
    /// Text that cannot be completed.
    Free,
}

/// Command of the help text with its description and options.
#[derive(Debug)]
struct CommandEntry {
    name: String,
    about: String,
    options: Vec<(String, Value)>,
}

/// Parses the arguments of `completions`.
pub(super) fn parse(parser: &mut Parser) -> Result<Command, CliError> {
    let shell = match parser.next()? {
        Some(Arg::Value(shell)) => shell.to_string_lossy().into_owned(),
        Some(Arg::Short('h') | Arg::Long("help")) => return Ok(Command::Help),
        Some(Arg::Long(other)) => return Err(unknown(other, "completions")),
        Some(Arg::Short(_)) | None => String::new(),
    };
    let shell = match shell.as_str() {
        "bash" => Shell::Bash,
        "zsh" => Shell::Zsh,
        "fish" => Shell::Fish,
        _ => return Err(CliError::usage("for which shell? Name bash, zsh or fish")),
    };
    match option(parser)? {
        None => Ok(Command::Completions(shell)),
        Some(other) if other == "help" => Ok(Command::Help),
        Some(other) => Err(unknown(&other, "completions")),
    }
}

/// Returns the completion script for a shell.
pub(super) fn script(shell: Shell) -> String {
    let commands = command_entries();
    match shell {
        Shell::Bash => bash(&commands),
        // Zsh runs the bash script through `bashcompinit`. Autoloaded by `#compdef`, the script is
        // itself the first completion, so it also completes that one.
        Shell::Zsh => format!(
            "#compdef emberhall\nautoload -U +X bashcompinit && bashcompinit\n{}\
             [ -z \"$compstate\" ] || _bash_complete -o filenames -F _emberhall_words\n",
            bash(&commands)
        ),
        Shell::Fish => fish(&commands),
    }
}

/// Parses the commands of the help text, each with its options.
fn command_entries() -> Vec<CommandEntry> {
    let mut commands: Vec<CommandEntry> = usage_entries().collect();
    let mut section: Vec<String> = Vec::new();
    for line in help::TEXT.lines() {
        if let Some(head) = line.strip_suffix(':').filter(|head| !head.starts_with(' ')) {
            let head = head.split('(').next().unwrap_or_default();
            section = head.split([',', ' ']).map(str::to_owned).collect();
        } else if line.starts_with("  -") {
            let (options, about) = option_line(line);
            for command in &mut commands {
                if section.contains(&command.name) && applies_to(about, &command.name) {
                    command.options.extend(options.iter().cloned());
                }
            }
        }
    }
    commands
}

/// Parses the list of commands at the top of the help text.
fn usage_entries() -> impl Iterator<Item = CommandEntry> {
    help::TEXT.lines().filter_map(|line| {
        let (call, about) = line.strip_prefix("  emberhall ")?.split_once("  ")?;
        let name = call.split(' ').next().filter(|word| !word.is_empty())?;
        let options = call.split(' ').filter(|word| word.starts_with("--"));
        let options = options.map(|word| (word.to_owned(), Value::None)).collect();
        Some(CommandEntry { name: name.to_owned(), about: about.trim().to_owned(), options })
    })
}

/// Splits a line of the help text into its options and their description.
fn option_line(line: &str) -> (Vec<(String, Value)>, &str) {
    let line = line.trim_start();
    // The description follows two spaces, or one after `N` where a long option fills the column.
    let cut = line.find("  ").or_else(|| line.find(" N ").map(|at| at + 2)).unwrap_or(line.len());
    let (names, about) = line.split_at(cut);
    let mut options: Vec<(String, Value)> = Vec::new();
    for word in names.split(' ').filter(|word| *word != "|") {
        match options.last_mut() {
            Some((_, value)) if !word.starts_with('-') => *value = value_of(word),
            _ => options.push((word.to_owned(), Value::None)),
        }
    }
    (options, about.trim())
}

/// Kind of value that a placeholder of the help text stands for.
fn value_of(word: &str) -> Value {
    let is_literal =
        |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    let words: Vec<&str> = word.split('|').filter(is_literal).collect();
    match word {
        "FILE" => Value::File,
        "DIR" => Value::Folder,
        _ if words.is_empty() || word.contains('=') => Value::Free,
        _ => Value::Words(words.into_iter().map(str::to_owned).collect()),
    }
}

/// Whether an option applies to `command`. A description may begin with the only commands of its
/// section that take the option.
fn applies_to(about: &str, command: &str) -> bool {
    let Some((named, _)) = about.split_once(": ") else { return true };
    let named: Vec<&str> = named.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    let commands: Vec<String> = usage_entries().map(|entry| entry.name).collect();
    let are_commands =
        named.iter().all(|word| *word == "and" || commands.iter().any(|one| one == word));
    !are_commands || named.contains(&command)
}

fn bash(commands: &[CommandEntry]) -> String {
    let names: Vec<&str> = commands.iter().map(|one| one.name.as_str()).collect();
    let mut cases = String::new();
    for CommandEntry { name, options, .. } in commands {
        let words: Vec<&str> = options.iter().map(|(option, _)| option.as_str()).collect();
        let _ = writeln!(cases, "        {name})\n            case \"$before\" in");
        for (option, value) in options {
            let reply = match value {
                Value::None => continue,
                Value::File => "compgen -f -- \"$word\"".to_owned(),
                Value::Folder => "compgen -d -- \"$word\"".to_owned(),
                Value::Words(words) => format!("compgen -W '{}' -- \"$word\"", words.join(" ")),
                Value::Free => ":".to_owned(),
            };
            let _ = writeln!(cases, "                {option}) COMPREPLY=($({reply})); return ;;");
        }
        let _ =
            writeln!(cases, "            esac\n            words='{} --help' ;;", words.join(" "));
    }
    format!(
        "_emberhall_words() {{
    local word=\"${{COMP_WORDS[COMP_CWORD]}}\" before=\"${{COMP_WORDS[COMP_CWORD-1]}}\" words=
    if [ \"$COMP_CWORD\" -eq 1 ]; then
        COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\"))
        return
    fi
    case \"${{COMP_WORDS[1]}}\" in
{cases}    esac
    case \"$word\" in
        -*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;
        *) COMPREPLY=($(compgen -f -- \"$word\")) ;;
    esac
}}
complete -o filenames -F _emberhall_words emberhall
",
        names.join(" ")
    )
}

fn fish(commands: &[CommandEntry]) -> String {
    let mut script = String::new();
    for CommandEntry { name, about, options } in commands {
        let about = about.replace('\'', "\\'");
        let _ = writeln!(
            script,
            "complete -c emberhall -n __fish_use_subcommand -f -a {name} -d '{about}'"
        );
        for (option, value) in options {
            let value = match value {
                Value::None => "-f".to_owned(),
                Value::File => "-rF".to_owned(),
                Value::Folder => "-x -a '(__fish_complete_directories)'".to_owned(),
                Value::Words(words) => format!("-x -a '{}'", words.join(" ")),
                Value::Free => "-x".to_owned(),
            };
            let option = match option.strip_prefix("--") {
                Some(long) => format!("-l {long}"),
                None => format!("-s {}", option.trim_start_matches('-')),
            };
            let seen = format!("'__fish_seen_subcommand_from {name}'");
            let _ = writeln!(script, "complete -c emberhall -n {seen} {option} {value}");
        }
    }
    script
}

#[cfg(test)]
mod tests {
    use super::{Value, command_entries, script};
    use crate::cli::args;
    use crate::cli::completions::Shell;

    fn options(command: &str) -> Vec<(String, Value)> {
        command_entries().into_iter().find(|one| one.name == command).unwrap().options
    }

    #[test]
    fn every_command_is_completed_and_every_option_offered_is_taken() {
        let commands = command_entries();
        assert!(commands.len() >= 20, "{} commands", commands.len());
        for command in commands.iter().filter(|one| !one.name.starts_with('-')) {
            for (option, value) in &command.options {
                let value = match value {
                    Value::None => None,
                    Value::Words(words) => words.first().cloned(),
                    _ => Some("1".to_owned()),
                };
                let line = [Some(command.name.clone()), Some(option.clone()), value];
                let said = match args::parse(line.iter().flatten().map(Into::into)) {
                    Ok(_) => String::new(),
                    Err(error) => error.sentence,
                };
                let known = !said.contains("has no option") && !said.contains("invalid option");
                assert!(known, "{} {option}: {said}", command.name);
            }
        }
    }

    #[test]
    fn an_option_is_offered_to_the_commands_that_have_it() {
        let has =
            |command: &str, wanted: &str| options(command).iter().any(|(one, _)| one == wanted);
        assert!(has("config", "--json") && !has("serve", "--json"));
        assert!(has("import", "--server") && has("import", "--channel"));
        assert!(!has("backup", "--server") && has("restore", "--force"));
        assert!(has("serve", "--refused-clicks-per-minute") && has("render", "--film"));
        assert!(
            has("replay", "--all")
                && options("simulate").contains(&("--who".to_owned(), Value::Free))
        );
        assert!(options("render").contains(&("-o".to_owned(), Value::File)));
        assert!(options("check-content").contains(&("--content".to_owned(), Value::Folder)));
        let paces = ["live", "daily", "relaxed"].map(str::to_owned).to_vec();
        assert!(options("simulate").contains(&("--pace".to_owned(), Value::Words(paces))));
    }

    #[test]
    fn there_is_a_script_for_each_shell() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell);
            assert!(script.contains("complete") && script.contains("sandbox"), "{script}");
        }
    }
}
