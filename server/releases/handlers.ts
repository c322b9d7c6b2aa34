import type { FastifyInstance } from 'fastify'
import { upgrade, upgradeApp } from '../../domain/access/signInOperations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { operatorPackage, operatorRelease, operatorReleaseChange, operatorReleases } from '../../domain/releases/operations.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type App, handle, handleOperator, type Handler, type SignedIn } from '../call.ts'
import { sendBytes } from '../files/sendBytes.ts'
import { NotFound } from '../httpError.ts'
import { addRelease, changeRelease, keepPackage, offeredPackage, openPackage, packagesPath, releases, upgradeFor } from './releases.ts'

const deviceOf = ({ app, session, language }: SignedIn, { platform, version, appVersion, device_id: deviceId }: InputOf<typeof upgrade>) =>
  upgradeFor(app, { platform, version, appVersion, deviceId: deviceId ?? session.uid }, language)

export const releaseHandlers: readonly Handler[] = [
  handle(upgrade, deviceOf),
  handle(upgradeApp, deviceOf),
  handleOperator(operatorReleases, async ({ app }) => ({ list: await releases(app) })),
  handleOperator(operatorPackage, async ({ app, upload }) => {
    const { sha256, sizeBytes } = await keepPackage(app.storage, (upload ?? refuse('file.none', '请选择要上传的文件')).path)
    return { obj: sha256, sizeBytes }
  }),
  handleOperator(operatorRelease, ({ app, operator }, input) => addRelease(app, operator.byName, input)),
  handleOperator(operatorReleaseChange, ({ app, operator }, input) => changeRelease(app, operator.byName, input)),
]

/** GET /app/packages/<hash>/<name>: a package that is offered, for the person who has its address; in parts as well, so that a cut download goes on. */
export const addPackageRoute = (server: FastifyInstance, app: Pick<App, 'database' | 'storage'>): void => {
  server.get<{ Params: { sha256: string } }>(`${packagesPath}/:sha256/:name`, { compress: false }, async (request, reply) => {
    const { sha256 } = request.params
    const releasePackage = /^[0-9a-f]{64}$/.test(sha256) ? await offeredPackage(app.database, sha256) : undefined
    if (!releasePackage) throw new NotFound()
    const response = await sendBytes(request, reply, {
      name: releasePackage.name,
      mime: releasePackage.name.toLowerCase().endsWith('.apk') ? 'application/vnd.android.package-archive' : 'application/octet-stream',
      sizeBytes: releasePackage.sizeBytes,
      tag: sha256,
      askAgain: true,
      asAttachment: true,
      open: (range) => openPackage(app.storage, sha256, range),
    })
    if (!response) throw new NotFound()
    return reply
  })
}
