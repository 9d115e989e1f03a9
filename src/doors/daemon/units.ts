/** Service definitions that keep the daemon running: printed, never installed by us. */
import type { HomePaths } from '../../config/home.ts'
import { MnemeError } from '../../errors.ts'
import { DAEMON_FLAGS, daemonProgram } from './start.ts'

/** Absolute paths throughout: neither system reads a shell's profile. */
export function unitFor(system: string, home: HomePaths): string {
  const program = [process.execPath, ...DAEMON_FLAGS, daemonProgram(), '--stay']
  if (system === 'systemd') return systemdUnit(program, home)
  if (system === 'launchd') return launchdUnit(program, home)
  throw new MnemeError('invalid_input', `there is no unit for "${system.slice(0, 40)}"`, {
    hint: 'There is one for systemd and one for launchd.',
  })
}

function systemdUnit(program: readonly string[], home: HomePaths): string {
  // A percent sign begins a specifier, and a quoted word takes backslashes as escapes.
  const quoteWord = (text: string) =>
    `"${text.replaceAll('%', '%%').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return `[Unit]
Description=Mneme, memory for AI coding agents

[Service]
ExecStart=${program.map(quoteWord).join(' ')}
Environment=${quoteWord(`MNEME_HOME=${home.home}`)}
Restart=on-failure
RestartSec=2
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`
}

function launchdUnit(program: readonly string[], home: HomePaths): string {
  const text = (value: string) =>
    `<string>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</string>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>dev.mneme.daemon</string>
  <key>ProgramArguments</key>
  <array>
${program.map((each) => `    ${text(each)}`).join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>MNEME_HOME</key>
    ${text(home.home)}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
`
}
