/**
 * Shows one step of a longer work as one line: what is being done, with the seconds running and what `report` says, and at the end what
 * came of it. Without a terminal only the end is written.
 */
export const step = async <R>(title: string, run: (report: (progress: string) => void) => Promise<R>): Promise<R> => {
  const { stdout } = process
  const startedMs = performance.now()
  const seconds = () => ((performance.now() - startedMs) / 1000).toFixed(1)
  let progress = ''
  const show = () => stdout.write(`\r\u001b[2K  ${title} ${seconds()} s ${progress}`.slice(0, stdout.columns || 120))
  const ticker = stdout.isTTY ? setInterval(show, 200) : undefined
  const end = (sign: string) => {
    clearInterval(ticker)
    stdout.write(`${stdout.isTTY ? '\r\u001b[2K' : ''}${sign} ${title} (${seconds()} s)\n`)
  }
  try {
    const result = await run((words) => (progress = words))
    end('✓')
    return result
  } catch (error) {
    end('✗')
    throw error
  }
}
