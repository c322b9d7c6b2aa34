import type { Id } from '../../kernel/id.ts'
import { menuFor } from '../../domain/access/menus.ts'
import { rolePreview } from '../../domain/access/roleOperations.ts'
import { rightsTogether, type Rights } from '../../domain/access/roleRights.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { codeOf, titleFor } from '../../domain/documents/define.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { handle, type Handler, type Session, type SignedIn } from '../call.ts'
import { belowNodes } from '../db/conditions.ts'
import type { Tx } from '../db/tx.ts'
import { listDocuments } from '../documents/list.ts'
import { NotFound } from '../httpError.ts'
import { listAssets } from '../records/assetList.ts'
import { keepsStock, listStock } from '../records/stock/stock.ts'
import { requireWithin, rightsOfRole, roleColumns, nameOfRole, type StoredRole } from '../access/roles/roles.ts'
import { logPreview } from '../access/roles/roleWrites.ts'
import { inNameOf } from '../access/sessions.ts'

type Preview = OutputOf<typeof rolePreview>
type Subject = { readonly id: Id; readonly uid?: Id | undefined; readonly roleCode?: string | undefined }

/** The menu and the counts that a person gets, or a new person with one role; only where the caller has as much himself. */
const previewRights = async (call: SignedIn, { id, uid, roleCode }: Subject): Promise<Preview> => {
  const { tx, session } = call
  if (uid !== undefined) {
    const subjectSession = (await inNameOf(tx, uid)) ?? nothingThere()
    requireRights(session, subjectSession.userName, subjectSession.rights)
    await logPreview(call, id, { roleId: null, uid })
    return previewOf(tx, subjectSession)
  }
  const [role] = await tx.query<StoredRole>(
    `select ${roleColumns} from role r where r.org_id = $1 and r.role_code = $2 and r.deleted_at is null`,
    [tx.orgId, roleCode ?? ''],
  )
  if (!role) return nothingThere()
  const rights = rightsTogether([rightsOfRole(tx.orgId, role)])
  requireRights(session, nameOfRole(tx.orgId, role), rights)
  await logPreview(call, id, { roleId: role.id, uid: null })
  return previewOf(tx, await somebodyWith(tx, session, rights))
}

const nothingThere = (): never => {
  throw new NotFound()
}

/** Counts tell: nobody counts by the rights of another what he may not see himself. */
const requireRights = ({ rights: ownRights }: Session, name: string, { codes, scopes, categoryIds, hiddenFields }: Rights): void =>
  requireWithin(ownRights, name, { codes, scopes: [...scopes], categoryIds, hiddenFields: [...hiddenFields] })

/** Nobody of the organisation: no id is as small. */
const nobody: Id = '1'

/** Categories with everything below them. */
const categoriesBelow = `select b.id from ${belowNodes('category', '$1', '$2')} b`

/** A session of a person who has these rights, no department and no place. */
const somebodyWith = async (tx: Tx, session: Session, rights: Rights): Promise<Session> => {
  const categories = await tx.query<{ id: Id }>(categoriesBelow, [tx.orgId, rights.categoryIds])
  const locations = rights.scopes.has('all') ? 'all' : []
  return {
    ...session,
    uid: nobody,
    userName: '',
    admin: false,
    roleCodes: [],
    codes: rights.codes,
    departmentIds: [],
    locations,
    managedLocations: [],
    departments: [],
    categories: categories.map((row) => row.id),
    headsDepartment: false,
    hiddenFields: rights.hiddenFields,
    rights,
  }
}

const previewOf = async (tx: Tx, session: Session): Promise<Preview> => {
  const firstRow = { pageSize: 1 }
  const kinds = documentKinds.filter((kind) => session.codes.has(`${codeOf(kind)}:list`))
  const [assets, stock, documents] = await Promise.all([
    listAssets({ tx, session }, firstRow),
    keepsStock(session) ? listStock({ tx, session }, firstRow) : undefined,
    Promise.all(
      kinds.map(async (kind) => ({
        title: titleFor(kind, session.codes.has(`${codeOf(kind)}:post`)),
        count: (await listDocuments(tx, session, kind, firstRow)).totalCount,
      })),
    ),
  ])
  const menu = menuFor(session.codes)
  return {
    menu: menu
      .filter(({ resourceTypeCode }) => resourceTypeCode === 'menu')
      .map(({ resourceCode, resourceName }) => ({
        group: resourceName,
        entries: menu.filter(({ parentCode }) => parentCode === resourceCode).map((entry) => entry.resourceName),
      })),
    assets: assets.totalCount,
    documents: documents.filter(({ count }) => count > 0),
    stock: stock?.totalCount ?? null,
  }
}

export const rolePreviewHandlers: readonly Handler[] = [handle(rolePreview, previewRights)]
