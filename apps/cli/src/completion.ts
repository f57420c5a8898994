import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh'] as const;
export type Shell = (typeof SHELLS)[number];

/** Each command with its path and what may come after it. */
function entries(command: Command, path = ''): { path: string; words: string[] }[] {
  const words = [...command.commands.map((one) => one.name()), ...command.options.map((option) => option.long ?? ''), '--help'].filter(Boolean);
  return [{ path, words }, ...command.commands.flatMap((one) => entries(one, `${path} ${one.name()}`))];
}

/** A script that completes commands and options, made from the commands themselves: `source <(./ingot completion bash)`. */
export function completion(program: Command, shell: Shell): string {
  const all = entries(program);
  const known = all.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`);
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_ingot() {
  local word path="" words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${known.join('|')}) path="$path $word" ;;
    esac
  done
  case "$path" in
${all.map(({ path, words }) => `    "${path}") words="${words.join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ingot ingot ./ingot
`;
}
