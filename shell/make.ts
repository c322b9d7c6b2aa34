/** Makes the project of a platform: the frame by Capacitor, our sources and permissions put into it. What was made before is made anew. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appVersion, appVersionCode } from '../domain/rules/constants.ts'

const here = import.meta.dirname
const run = (command: string, ...words: string[]): void => void execFileSync(command, words, { cwd: here, stdio: 'inherit' })

const replaced = (file: string, changes: readonly (readonly [from: string | RegExp, to: string])[]): void => {
  const text = changes.reduce(
    (before, [from, to]) => {
      const after = before.replace(from, to)
      if (after === before) throw new Error(`${file} has no ${from}: the frame of Capacitor has changed.`)
      return after
    },
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, text)
}

const android = (): void => {
  const app = join(here, 'android-app/app')
  const main = join(app, 'src/main')
  rmSync(join(main, 'java'), { recursive: true })
  rmSync(join(app, 'src/test'), { recursive: true, force: true })
  rmSync(join(app, 'src/androidTest'), { recursive: true, force: true })
  for (const file of readdirSync(join(here, 'android'))) cpSync(join(here, 'android', file), join(main, 'java/cn/zaice/app', file))
  replaced(join(app, 'build.gradle'), [
    [/versionCode 1\b/, `versionCode ${process.env['SHELL_CODE'] ?? appVersionCode}`],
    [/versionName "1\.0"/, `versionName "${process.env['SHELL_VERSION'] ?? appVersion}"`],
    [
      "    implementation project(':capacitor-android')",
      `    implementation project(':capacitor-android')
    implementation "androidx.webkit:webkit:$androidxWebkitVersion"
    implementation "com.journeyapps:zxing-android-embedded:4.3.0"`,
    ],
  ])
  replaced(join(main, 'AndroidManifest.xml'), [
    // A server on the company's own network may have no certificate.
    ['<application', '<application\n        android:usesCleartextTraffic="true"'],
    [
      '    <uses-permission android:name="android.permission.INTERNET" />',
      [
        ...['INTERNET', 'ACCESS_NETWORK_STATE', 'CAMERA', 'VIBRATE', 'ACCESS_FINE_LOCATION', 'ACCESS_COARSE_LOCATION'],
        ...['BLUETOOTH_CONNECT', 'REQUEST_INSTALL_PACKAGES', 'RECORD_AUDIO', 'MODIFY_AUDIO_SETTINGS'],
      ]
        .map((name) => `    <uses-permission android:name="android.permission.${name}" />`)
        .join('\n'),
    ],
  ])
}

const ios = (): void => {
  const app = join(here, 'ios-app/App/App')
  for (const file of readdirSync(join(here, 'ios'))) cpSync(join(here, 'ios', file), join(app, file))
  replaced(join(app, 'Info.plist'), [
    [
      '<dict>',
      `<dict>
	<key>NSMicrophoneUsageDescription</key>
	<string>To send voice messages in chats</string>`,
    ],
  ])
  replaced(join(app, 'Base.lproj/Main.storyboard'), [
    [
      /customClass="CAPBridgeViewController" customModule="Capacitor"/,
      'customClass="MainViewController" customModule="App" customModuleProvider="target"',
    ],
  ])
}

const [platform] = process.argv.slice(2)
if (platform !== 'android' && platform !== 'ios') throw new Error('Say android or ios.')
if (!existsSync(join(here, 'node_modules'))) run('npm', 'install', '--no-audit', '--no-fund')
rmSync(join(here, `${platform}-app`), { recursive: true, force: true })
run(process.execPath, 'node_modules/@capacitor/cli/bin/capacitor', 'add', platform)
if (platform === 'android') android()
else ios()
