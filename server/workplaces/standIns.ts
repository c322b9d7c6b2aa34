import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RobotWorld } from '../../domain/robots/robot.ts'
import { type WorkplaceName, workplaceNames } from '../../hosts/workplace.ts'
import { allowInlineScripts } from '../inlineScripts.ts'
import { type Settings, settingsWith } from '../settings.ts'
import { NotFound } from '../httpError.ts'

/** Stand-ins of chats beside the server, for the person who walks through an installation without one; the product is set to ask them. */
export type StandIns = {
  readonly settings: Settings
  readonly places: readonly { readonly name: WorkplaceName; readonly title: string; readonly url: string }[]
  readonly robots: RobotWorld
  /** A company's provider and LDAP, and groups with robots, with what is to be typed in for them. */
  readonly besides: readonly { readonly title: string; readonly url: string }[]
  readonly stop: () => Promise<void>
}

/** `app`: where people open the product; empty until it listens. */
export const startStandIns = async (settings: Settings, app: () => string): Promise<StandIns> => {
  const [dingtalk, wecom, feishu, groups, signOn] = await Promise.all([
    import('../../hosts/dingtalk/standIn/server.ts'),
    import('../../hosts/wecom/standIn/server.ts'),
    import('../../hosts/feishu/standIn/server.ts'),
    import('../robots/standIn/groups.ts').then(({ openChats }) => openChats()),
    import('../signOn/standIn/start.ts').then(({ startSignOnStandIns }) => startSignOnStandIns()),
  ])
  const standIns = await Promise.all([
    dingtalk.startStandIn({ app }).then((standIn) => ({ ...standIn, name: 'dingtalk' as const, title: 'DingTalk' })),
    wecom.startStandIn({ app }).then((standIn) => ({ ...standIn, name: 'wecom' as const, title: 'WeCom' })),
    feishu.startStandIn({ app }).then((standIn) => ({ ...standIn, name: 'feishu' as const, title: 'Feishu' })),
  ])
  return {
    settings: [...standIns, signOn].reduce(
      (so, { environment }: { environment: Record<string, string> }) => settingsWith(so, environment),
      settings,
    ),
    places: standIns.map(({ name, title, url }) => ({ name, title, url })),
    robots: groups.world,
    besides: [...signOn.places, { title: 'Robots of groups', url: groups.url }],
    stop: async () => {
      await Promise.all([...standIns.map(({ stop }) => stop()), signOn.stop(), groups.close()])
    },
  }
}

const hosts = join(import.meta.dirname, '../../hosts')

/**
 * /stand-ins/<chat>/client: from now on this browser is the client of a person in that chat. The page then gets, before everything else, the
 * script that stands in for the chat's own below it.
 */
export const addStandInRoutes = (server: FastifyInstance, { places }: StandIns, webDir: string): void => {
  server.get<{ Params: { chat: string }; Querystring: Record<string, unknown> }>('/stand-ins/:chat/client', async (request, reply) => {
    const { corpId = '', personId = '', to = '/' } = request.query
    const name = workplaceNames.find((workplaceName) => workplaceName === request.params.chat)
    if (!name) throw new NotFound()
    // A worker that was installed before would go on giving out the page without the script.
    if (clientOf(request.headers.cookie) === undefined) reply.header('clear-site-data', '"storage"')
    return reply
      .header('set-cookie', `standInClient=${encodeURIComponent(`${name}:${String(corpId)}:${String(personId)}`)}; Path=/; SameSite=Lax`)
      .redirect(/^\/(?!\/)/.test(String(to)) ? String(to) : '/')
  })
  server.get('/stand-ins/client.js', async (request, reply) => {
    const place = places.find(({ name }) => name === clientOf(request.headers.cookie))
    const script = place && join(hosts, place.name, 'standIn/client.js')
    if (!script || !existsSync(script)) throw new NotFound()
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        `window.standInUrl=${JSON.stringify(place.url)};window.standInClient=${sessionOf(request.headers.cookie, place.url)};
${readFileSync(join(hosts, 'standInPanel.js'), 'utf8')}${readFileSync(script, 'utf8')}`,
      )
  })
  server.get('/sw.js', async () => {
    throw new NotFound()
  })
  for (const path of ['/', '/index.html'] as const)
    server.get(path, async (request, reply) => {
      const page = readFileSync(join(webDir, 'index.html'), 'utf8')
      const isClient = clientOf(request.headers.cookie) !== undefined
      return letThrough(
        allowInlineScripts(reply, page),
        places.map(({ url }) => new URL(url).origin),
      )
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(isClient ? page.replace(/<head[^>]*>/, (head) => `${head}<script src="/stand-ins/client.js"></script>`) : page)
    })
}

const cookieOf = (header: string | undefined): string[] =>
  decodeURIComponent(/(?:^|;\s*)standInClient=([^;]*)/.exec(header ?? '')?.[1] ?? '').split(':')

const clientOf = (header: string | undefined): WorkplaceName | undefined => workplaceNames.find((name) => name === cookieOf(header)[0])

const sessionOf = (header: string | undefined, server: string): string => {
  const [name, corpId, personId] = cookieOf(header)
  return JSON.stringify({ name, corpId, personId, server })
}

/** The page may speak with the stand-ins as well. */
const letThrough = (reply: FastifyReply, origins: readonly string[]): FastifyReply =>
  reply.header(
    'content-security-policy',
    String(reply.getHeader('content-security-policy')).replace("connect-src 'self'", `connect-src 'self' ${origins.join(' ')}`),
  )
