/** Types, lint, format and the order of the house; each with a count. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { readSources, structureFaults } from './structure.ts'

const root = join(import.meta.dirname, '..')

type CheckResult = { readonly title: string; readonly faults: number; readonly words: string; readonly seconds: number }

const run = (title: string, program: string, args: readonly string[], fault: RegExp): Promise<CheckResult> =>
  new Promise((resolve) => {
    const startedMs = performance.now()
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1' },
    })
    let words = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += String(chunk)))
    child.once('close', (code) => {
      const faultCount = words.match(fault)?.length ?? 0
      resolve({ title, faults: code === 0 ? 0 : Math.max(1, faultCount), words, seconds: (performance.now() - startedMs) / 1000 })
    })
  })

const structure = async (): Promise<CheckResult> => {
  const startedMs = performance.now()
  const sources = readSources(root)
  const faults = structureFaults(sources)
  return {
    title: `structure of ${sources.size} files`,
    faults: faults.length,
    words: faults.join('\n'),
    seconds: (performance.now() - startedMs) / 1000,
  }
}

const findings = await Promise.all([
  run('types', 'typescript/bin/tsc', ['--noEmit', '-p', '.'], /error TS\d+/g),
  run('lint', 'oxlint/bin/oxlint', ['--deny-warnings'], /^\s*[×!⚠x] /gmu),
  run('format', 'oxfmt/bin/oxfmt', ['--check'], /^\S+\.\w+ \(\d+ms\)$/gm),
  structure(),
])
for (const { title, faults, words, seconds } of findings) {
  if (faults > 0) process.stdout.write(`${words.trim()}\n`)
  process.stdout.write(`${faults === 0 ? '✓' : '✗'} ${title}: ${faults} faults (${seconds.toFixed(1)} s)\n`)
}
process.exitCode = findings.some(({ faults }) => faults > 0) ? 1 : 0
