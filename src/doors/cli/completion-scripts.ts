/**
 * J-02. How each shell asks for candidates. They ask `mneme` itself each time, so that what is offered
 * is what this version understands.
 */

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Bash cuts words at = and : and wants only what is behind the last cut. */
const BASH = `# mneme completion for bash. To load it: source <(mneme completion bash)
_mneme() {
  local line cur="\${COMP_WORDS[COMP_CWORD]}" cut=""
  COMPREPLY=()
  if [[ "$cur" == "=" ]]; then cur=""; fi
  if [[ "\${COMP_WORDS[COMP_CWORD]}" == "=" || "\${COMP_WORDS[COMP_CWORD-1]}" == "=" ]]; then cut="="; fi
  while IFS=$'\\t' read -r line _; do
    if [[ -n "$cut" ]]; then line="\${line#*=}"; fi
    COMPREPLY+=("$line")
  done < <("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _mneme mneme
`

const ZSH = `#compdef mneme
# mneme completion for zsh. To load it: source <(mneme completion zsh)
_mneme() {
  local -a candidates
  local text about
  while IFS=$'\\t' read -r text about; do
    candidates+=("\${text//:/\\\\:}:$about")
  done < <("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then
    _describe 'mneme' candidates
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == "_mneme" ]]; then
  _mneme "$@"
else
  compdef _mneme mneme
fi
`

const FISH = `# mneme completion for fish. To load it: mneme completion fish | source
function __mneme_complete
  set -l typed (commandline -opc) (commandline -ct)
  set -l found (mneme completion words -- $typed[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c mneme -f -a '(__mneme_complete)'
`

export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
}
