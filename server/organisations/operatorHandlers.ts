import { dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import {
  operatorClose,
  operatorEdition,
  operatorEditions,
  operatorEnd,
  operatorLicence,
  operatorLink,
  operatorMake,
  operatorOrganisation,
  operatorOrganisations,
  operatorReopen,
} from '../../domain/operator/operations.ts'
import { linkOf } from '../access/invitations.ts'
import { type Call, handleOperator, type Handler, type Operator } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { administrators } from '../access/people.ts'
import { NotFound } from '../httpError.ts'
import {
  beginsOn,
  closeByOperator,
  detailOf,
  editions,
  endLicence,
  giveLicence,
  linkForAdministrator,
  makeOrganisation,
  orderOf,
  reopenByOperator,
  setEdition,
  standingOf,
  standings,
} from './operator.ts'

type OperatorCall = Call & { readonly operator: Operator }

/** Does something to an organisation that is there, and says how it stands then. */
const change = ({ app }: OperatorCall, orgId: Id, act: (tx: Tx) => Promise<void>) =>
  app.database.inTransaction(orgId, async (tx) => {
    await standingOf(tx)
    await act(tx)
    return standingOf(tx)
  })

const link = async (call: OperatorCall, orgId: Id, uid?: Id) => {
  const { token, ...made } = await call.app.database.inTransaction(orgId, async (tx) => {
    const administratorUid = uid ?? (await administrators(tx))[0]
    if (administratorUid === undefined) throw new NotFound()
    return linkForAdministrator(tx, call.operator.byName, administratorUid)
  })
  return { ...made, link: linkOf(call, token) }
}

/** The page of the person who runs the installation. */
export const operatorHandlers: readonly Handler[] = [
  handleOperator(operatorOrganisations, async ({ app }) => ({ list: await standings(app.database) })),
  handleOperator(operatorOrganisation, ({ app }, { orgId }) => app.database.reading(orgId, detailOf)),
  handleOperator(operatorMake, async (call, { id, operationName: name, userName, username: login, licence }) => {
    const order = orderOf(dayAt(call.at), licence)
    await makeOrganisation(call.app.database, call.operator.byName, { orgId: id, name, userName, login, order })
    return link(call, id)
  }),
  handleOperator(operatorLicence, (call, { orgId, id, licence }) =>
    change(call, orgId, async (tx) => giveLicence(tx, call.operator.byName, orderOf(await beginsOn(tx, licence), licence), id)),
  ),
  handleOperator(operatorEnd, (call, { orgId, orderId }) => change(call, orgId, (tx) => endLicence(tx, call.operator.byName, orderId))),
  handleOperator(operatorEditions, async ({ app }) => ({ list: await editions(app.database) })),
  handleOperator(operatorEdition, async ({ app, operator }, { source, edition, assets }) => ({
    organisations: await setEdition(app.database, { byName: operator.byName, source, edition, assets }),
  })),
  handleOperator(operatorClose, (call, { orgId, operationName }) =>
    change(call, orgId, async (tx) => {
      const { name } = await standingOf(tx)
      if (operationName.trim() !== name) refuse('organisation.name', '输入的名称与组织名称不一致')
      await closeByOperator(tx, call.operator.byName)
    }),
  ),
  handleOperator(operatorReopen, (call, { orgId }) => change(call, orgId, (tx) => reopenByOperator(tx, call.operator.byName))),
  handleOperator(operatorLink, (call, { orgId, uid }) => link(call, orgId, uid)),
]
