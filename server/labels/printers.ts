import { isIP } from 'node:net'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { changedMeanwhile } from '../../domain/operations/define.ts'
import { labelOperations as calls, type PrinterRow } from '../../domain/labels/operations.ts'
import { isAllowed } from '../approval/flow/services/servicesPost.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import type { QueryTx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'

export const printerHandlers: readonly Handler[] = [
  handle(calls.printers, async ({ tx }) => ({
    list: await tx.query<PrinterRow>(`${printerSelect} and deleted_at is null order by name collate by_pinyin`, [tx.orgId]),
  })),

  handle(calls.savePrinter, async (call, { id, version, ...printer }) => {
    const { tx, session } = call
    const { name, way, language, dpi, offsetXMm, offsetYMm, scalePercent, blackBit, speed, density, address } = printer
    if (way === 'network') requireNetwork(call, address)
    const before = id === undefined ? undefined : await printerOf(tx, id)
    if (before?.way === 'network') requireKeeper(call)
    if (before && version !== undefined && version !== before.version) refuse(changedMeanwhile, '别人刚刚修改了这台打印机，请重新打开')
    const namesakes = await tx.query(
      'select 1 from printer where org_id = $1 and name = $2 and deleted_at is null and id is distinct from $3::bigint',
      [tx.orgId, name, id ?? null],
    )
    if (namesakes.length > 0) refuse('label.printerName', '已经有叫{name}的打印机', { name })
    const printerId = id ?? newId()
    const values = [tx.orgId, printerId, name, way, language, dpi, offsetXMm, offsetYMm, scalePercent, blackBit, speed, density, address]
    await (before
      ? tx.query(
          `update printer set name = $3, way = $4, language = $5, dpi = $6, offset_x_mm = $7, offset_y_mm = $8, scale_percent = $9,
                  black_bit = $10, speed = $11, density = $12, address = $13, version = version + 1
           where org_id = $1 and id = $2`,
          values,
        )
      : tx.query(
          `insert into printer (org_id, id, name, way, language, dpi, offset_x_mm, offset_y_mm, scale_percent, black_bit, speed, density, address, created_by)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
          [...values, session.uid],
        ))
    return printerOf(tx, printerId)
  }),

  handle(calls.deletePrinter, async (call, { id }) => {
    const { tx } = call
    const printer = await printerOf(tx, id)
    if (printer.way === 'network') requireKeeper(call)
    const [busy] = await tx.query(
      `select 1 from print_job where org_id = $1 and printer_id = $2 and state in ('open', 'sending', 'doubtful') limit 1`,
      [tx.orgId, id],
    )
    if (busy) refuse('label.printerBusy', '这台打印机还有没打完的任务，请先完成或取消')
    await tx.query('update printer set deleted_at = now() where org_id = $1 and id = $2', [tx.orgId, id])
    return { deleted: true }
  }),
]

const printerSelect = `select id, name, way, language, dpi, offset_x_mm as "offsetXMm", offset_y_mm as "offsetYMm", scale_percent as "scalePercent",
  black_bit as "blackBit", speed, density, address, version from printer where org_id = $1`

/** A printer that is there. Throws NotFound. */
export const printerOf = async (tx: QueryTx, id: Id): Promise<PrinterRow> => {
  const [printer] = await tx.query<PrinterRow>(`${printerSelect} and id = $2 and deleted_at is null`, [tx.orgId, id])
  if (!printer) throw new NotFound()
  return printer
}

/** Where our server connects to inside a house is for the person who keeps the organisation to say. */
const requireKeeper = ({ session }: SignedIn): void => {
  if (!session.codes.has('sysoperation:update')) refuse('label.networkPrinter', '网络打印机由系统管理员登记')
}

const requireNetwork = (call: SignedIn, address: string | null): void => {
  requireKeeper(call)
  const target = hostAndPort(address) ?? refuse('label.printerAddress', '请填写打印机的地址，例如 192.168.1.50:9100')
  // What a name leads to is looked at when something is sent there.
  if (isIP(target.host) !== 0 && !isAllowed(target.host, call.app.settings.serviceReach))
    refuse('label.printerReach', '服务器不能连接这个地址；内网打印机需要运维人员把 SERVICE_REACH 设为 private')
}

/** `192.168.1.50`, `printer.local:9100` or `[fd00::5]:9100` in its parts; the port is 9100 where none is said. */
export const hostAndPort = (address: string | null): { host: string; port: number } | undefined => {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:]+)\]|([A-Za-z0-9.-]{1,253}))(?::(\d{1,5}))?$/.exec(address ?? '') ?? []
  const host = bracketed ?? plain
  const port = Number(digits ?? 9100)
  const isFine = host !== undefined && port > 0 && port < 65_536 && (bracketed === undefined || isIP(bracketed) === 6)
  return isFine ? { host, port } : undefined
}
