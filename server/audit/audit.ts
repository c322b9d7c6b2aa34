import type { Id } from '../../kernel/id.ts'
import { bindTransaction } from '../db/citus/session.ts'
import type { Database } from '../db/pool.ts'
import { approvalChecks } from './approval.ts'
import { assetChecks } from './assets.ts'
import { bookChecks } from './books.ts'
import type { Check, AuditFinding, Means, Query } from './check.ts'
import { valueChecks } from '../books/checks/valueChecks.ts'
import { conversationChecks } from '../chat/checks.ts'
import { countingChecks } from '../counting/checks.ts'
import { settlementChecks } from '../counting/settlement/checks.ts'
import { diskChecks } from './disk.ts'
import { documentChecks } from './documents.ts'
import { historyChecks } from './histories.ts'
import { labelChecks } from './labels.ts'
import { ledgerChecks } from './ledger.ts'
import { organisationChecks } from './organisation.ts'
import { sealChecks } from './seals.ts'

/** What must hold in every organisation at every moment, in the order in which one would look. */
export const checks: readonly Check[] = [
  ...ledgerChecks,
  ...bookChecks,
  ...assetChecks,
  ...valueChecks,
  ...documentChecks,
  ...approvalChecks,
  ...countingChecks,
  ...settlementChecks,
  ...historyChecks,
  ...organisationChecks,
  ...labelChecks,
  ...conversationChecks,
  ...diskChecks,
  ...sealChecks,
]

/** Runs every check on every organisation, each organisation in one snapshot, and answers every check's outcome; nothing is written. */
export const auditDatabase = async (database: Database, means: Means = {}): Promise<AuditFinding[]> => {
  const organisations = await database.gate<{ org_id: Id }>('select org_id from gate_organisations()')
  return database.withPlainClient(undefined, async (client) => {
    // Named, so that each is planned once however many organisations there are.
    const names = new Map<string, string>()
    // What a check asks at once goes one after the other: the connection is plain.
    let before: Promise<unknown> = Promise.resolve()
    const query: Query = async (text, values) => {
      const name = names.get(text) ?? `audit ${names.size}`
      names.set(text, name)
      const answer = before.then(() => client.query({ name, text, values: [...values] }))
      before = answer.catch(() => undefined)
      return (await answer).rows
    }
    const findings: AuditFinding[] = []
    for (const { org_id: orgId } of organisations) {
      await client.query('begin isolation level repeatable read read only')
      await client.query(bindTransaction(orgId))
      findings.push(...(await auditOrganisation(query, orgId, means)))
      await client.query('commit')
    }
    return findings
  })
}

export const auditOrganisation = async (query: Query, orgId: Id, means: Means = {}): Promise<AuditFinding[]> => {
  const findings: AuditFinding[] = []
  for (const { name, faults } of checks) findings.push({ orgId, check: name, ...(await faults(query, orgId, means)) })
  return findings
}
