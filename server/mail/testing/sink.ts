import { execFileSync } from 'node:child_process'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/**
 * A mail server that is not ours. What stands before the @ of an address says how it treats it: `full` and `unknown` refuse it for good,
 * `policy` refuses the sender there, `busy` and `slow` put it off the first time, `spam` refuses what was written, `hang` never answers, `drop`
 * closes the line, `held` takes the mail and says so only after it is let go; it takes everything else.
 */
export type Sink = {
  readonly port: number
  /** What was taken, as it came. */
  readonly mails: readonly TakenMail[]
  /** How often an address was named, taken or not. */
  readonly addressees: readonly string[]
  readonly heldCount: () => number
  readonly letGo: () => void
  /** Users with their passwords; without any, no one has to sign in. */
  readonly users: Map<string, string>
  /** Closes every line. */
  readonly cut: () => void
  readonly close: () => void
}
export type TakenMail = { readonly from: string; readonly to: string; readonly raw: string }

type Envelope = { from: string; to: string }

export const openSink = async (): Promise<Sink> => {
  const mails: TakenMail[] = []
  const addressees: string[] = []
  const users = new Map<string, string>()
  const sockets = new Set<Socket>()
  let heldAnswers: (() => void)[] = []
  let isLetGo = false
  const take = (envelope: Envelope, raw: string, answer: (text: string) => void) => {
    if (envelope.to.startsWith('spam')) return answer('554 5.6.0 Message looks like spam')
    mails.push({ ...envelope, raw })
    if (envelope.to.startsWith('held') && !isLetGo) return void heldAnswers.push(() => answer('250 2.0.0 taken'))
    answer('250 2.0.0 taken')
  }
  const cut = () => sockets.forEach((socket) => socket.destroy())
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    speak(socket, { users, addressees, take })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    addressees,
    users,
    heldCount: () => heldAnswers.length,
    letGo: () => {
      isLetGo = true
      for (const answer of heldAnswers) answer()
      heldAnswers = []
    },
    cut,
    close: () => {
      cut()
      server.close()
    },
  }
}

type House = {
  readonly users: ReadonlyMap<string, string>
  readonly addressees: string[]
  readonly take: (envelope: Envelope, raw: string, answer: (text: string) => void) => void
}

const speak = (socket: Socket, { users, addressees, take }: House): void => {
  const envelope: Envelope = { from: '', to: '' }
  const answer = (text: string): void => void socket.write(`${text}\r\n`)
  let buffer = ''
  let isData = false
  const hear = (line: string): void => {
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'EHLO') return answer(users.size > 0 ? '250-sink\r\n250 AUTH PLAIN' : '250 sink')
    if (word === 'AUTH') {
      const [, user = '', password = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')
      return answer(users.get(user) === password ? '235 2.7.0 welcome' : '535 5.7.8 wrong password')
    }
    if (word === 'MAIL') {
      envelope.from = /<(.*)>/.exec(line)?.[1] ?? ''
      return answer('250 ok')
    }
    if (word === 'RCPT') return hearAddress(/<(.*)>/.exec(line)?.[1] ?? '')
    if (word === 'DATA') {
      isData = true
      return answer('354 go on')
    }
    if (word === 'QUIT') return answer('221 bye')
    answer(word === 'RSET' || word === 'NOOP' ? '250 ok' : '502 5.5.1 not implemented')
  }
  const hearAddress = (to: string): void => {
    const isFirst = !addressees.includes(to)
    addressees.push(to)
    envelope.to = to
    if (to.startsWith('unknown')) return answer('550 5.1.1 No such user')
    if (to.startsWith('full')) return answer('552 5.2.2 Mailbox full')
    if (to.startsWith('policy')) return answer('550 5.7.1 Relaying denied')
    if (to.startsWith('busy') && isFirst) return answer('451 4.3.0 Try again later')
    if (to.startsWith('drop') && isFirst) return void socket.destroy()
    if (to.startsWith('hang')) return
    answer('250 ok')
  }
  answer('220 sink')
  socket.on('data', (part) => {
    buffer += part.toString('latin1')
    for (;;) {
      const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
      if (end === -1) return
      const text = buffer.slice(0, end)
      buffer = buffer.slice(end + (isData ? 5 : 2))
      if (!isData) {
        hear(text)
        continue
      }
      isData = false
      take({ ...envelope }, text.replace(/(^|\r\n)\.\./g, '$1.'), answer)
    }
  })
}

/** A mail as a parser that is not ours reads it: the head by the names of its lines, and the parts. */
export type ParsedMail = {
  readonly head: readonly (readonly [string, string])[]
  readonly text: string
  readonly html: string
  readonly attachments: readonly { readonly name: string; readonly bytes: number; readonly base64: string }[]
}

/** Reads a mail by Python's standard library. */
export const readMail = ({ raw }: TakenMail): ParsedMail =>
  JSON.parse(execFileSync('python3', ['-c', reader], { input: Buffer.from(raw, 'latin1'), maxBuffer: 64 * 1024 * 1024 }).toString())

const reader = `
import sys, json, base64, email
from email import policy
m = email.message_from_bytes(sys.stdin.buffer.read(), policy=policy.default)
def body(kind):
    part = m.get_body(preferencelist=(kind,))
    return part.get_content() if part else ''
files = [dict(name=a.get_filename(), bytes=len(a.get_content() if isinstance(a.get_content(), bytes) else a.get_content().encode()),
    base64=base64.b64encode(a.get_content()).decode() if isinstance(a.get_content(), bytes) else '') for a in m.iter_attachments()]
print(json.dumps(dict(head=[[k, str(v)] for k, v in m.items()], text=body('plain').replace('\\r\\n', '\\n'), html=body('html'), attachments=files)))
`

export const headOf = (mail: ParsedMail, name: string): string[] =>
  mail.head.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
