import { type Id, newId } from '../../kernel/id.ts'
import { deliveredRights, rightsTogether } from '../../domain/access/roleRights.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import type { App, Session, SignedIn } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { folderOf } from '../storage/storage.ts'

/** A small company to test on: two stores, the first managed by the keeper, two people, a model, a consumable. */
export type Company = {
  readonly orgId: Id
  readonly storeA: Id
  readonly storeB: Id
  readonly keeper: Id
  readonly staff: Id
  readonly model: Id
  readonly otherModel: Id
  readonly paper: Id
  readonly pens: Id
}

export const foundCompany = async (database: Database, orgId: Id): Promise<Company> => {
  const ids = {
    storeA: newId(),
    storeB: newId(),
    keeper: newId(),
    staff: newId(),
    model: newId(),
    otherModel: newId(),
    paper: newId(),
    pens: newId(),
  }
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'person', [
      { id: ids.keeper, username: `keeper${ids.keeper}`, user_name: '王库管' },
      { id: ids.staff, username: `staff${ids.staff}`, user_name: '李明' },
    ])
    await insert(tx, 'location', [
      { id: ids.storeA, loc_code: 'A', loc_name: '一号库', manager_uid: ids.keeper },
      { id: ids.storeB, loc_code: 'B', loc_name: '二号库' },
    ])
    await insert(tx, 'model', [
      { id: ids.model, goods_code: 'M1', goods_name: '笔记本电脑' },
      { id: ids.otherModel, goods_code: 'M2', goods_name: '显示器' },
    ])
    await insert(tx, 'consumable', [
      { id: ids.paper, goods_code: 'C1', goods_name: '复印纸', unit: '包' },
      { id: ids.pens, goods_code: 'C2', goods_name: '签字笔', unit: '支' },
    ])
  })
  return { orgId, ...ids }
}

/** Rows with literal, known columns. */
export const insert = async (tx: Tx, table: string, rows: readonly Record<string, unknown>[]): Promise<void> => {
  for (const row of rows) {
    const columns = Object.keys(row)
    await tx.query(
      `insert into ${table} (org_id, ${columns.join(', ')}) values ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')})`,
      [tx.orgId, ...Object.values(row)],
    )
  }
}

/** A call by a person of the company, as the door would hand it on. */
export const callOf = (tx: Tx, uid: Id, codes: Iterable<string>, more: Partial<Session> = {}): SignedIn => ({
  requestId: 'test',
  at: Date.now(),
  ip: '127.0.0.1',
  language: 'zh',
  headers: {},
  // What tests of the engines call needs nothing that a process has only one of.
  app: {} as App,
  tx,
  session: {
    orgId: tx.orgId,
    uid,
    userName: '测试',
    client: 'app',
    admin: false,
    roleCodes: [],
    codes: new Set(codes) as ReadonlySet<FunctionCode>,
    departmentIds: [],
    locations: 'all',
    managedLocations: more.locations ?? 'all',
    departments: [],
    categories: [],
    headsDepartment: false,
    hiddenFields: new Set(),
    rights: rightsTogether([deliveredRights('tenant')]),
    mustReplacePassword: false,
    licensedUntil: Infinity,
    subjectsOnly: false,
    tokenHash: '',
    ...more,
  },
})

/** The row of a file that a person has uploaded; answers its stored path. Its bytes are nowhere. */
export const uploadedFile = async (
  tx: Tx,
  uid: Id,
  mime = 'image/png',
  { isPrivate = false, sizeBytes = 1 }: { isPrivate?: boolean; sizeBytes?: number } = {},
): Promise<string> => {
  const path = `${folderOf(tx.orgId)}/20260105/${newId()}.${mime === 'image/png' ? 'png' : 'pdf'}`
  await insert(tx, 'file', [
    { id: newId(), path, name: '文件', mime, size_bytes: sizeBytes, sha256: '', uploaded_by: uid, is_private: isPrivate },
  ])
  return path
}
