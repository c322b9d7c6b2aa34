import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pg from 'pg'
import type { Id } from '../../kernel/id.ts'
import { testDatabase } from '../db/testing.ts'
import { type Lived, livedCompany } from '../testing/lived.ts'
import { tamperings, valueEntry } from '../testing/tamperings.ts'
import { auditDatabase, checks } from './audit.ts'
import type { Query } from './check.ts'

const { database, url } = await testDatabase()

const company = await livedCompany(database)

/** The faults that the checks of a name find in the organisation as the owner sees it after `plant`; all of it is taken back. */
const faultsAfter = async (checkName: string, plant: (client: pg.Client) => Promise<void>): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.org', $1, true)`, [company.orgId])
    await plant(client)
    const query: Query = async (text, values) => (await client.query(text, [...values])).rows
    let faultCount = 0
    for (const { name, faults: findFaults } of checks)
      if (name.startsWith(checkName)) faultCount += (await findFaults(query, company.orgId, {})).count
    return faultCount
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

test('an organisation that was kept by the rules has no faults, and no other has', async () => {
  await livedCompany(database)
  const findings = await auditDatabase(database)
  assert.deepEqual(
    findings.filter(({ count }) => count > 0),
    [],
  )
  assert.equal(findings.length, 2 * checks.length)
})

test('the organisation has something for every check to look at', async () => {
  const seen = await database.reading(company.orgId, (tx) =>
    tx.query<{ kind: string; n: string }>(
      `select 'state ' || state as kind, count(*) as n from document where org_id = $1 group by 1
       union all select 'asset ' || state, count(*) from asset where org_id = $1 group by 1
       union all select 'process ' || status, count(*) from wf_instance where org_id = $1 group by 1
       union all select 'reversals', count(*) from move where org_id = $1 and reverses is not null having count(*) > 0
       union all select 'reservations', count(*) from reservation where org_id = $1 having count(*) > 0`,
      [company.orgId],
    ),
  )
  assert.deepEqual(seen.map(({ kind, n }) => `${kind} ${n}`).toSorted(), [
    'asset idle 1',
    'asset inRepair 1',
    'asset inUse 2',
    'asset lent 1',
    'process approved 1',
    'process rejected 1',
    'process running 1',
    'reservations 1',
    'reversals 1',
    'state draft 1',
    'state inApproval 1',
    'state inProgress 2',
    'state posted 9',
    'state rejected 1',
    'state reversed 1',
  ])
})

/** A file of three bytes on the organisation's net disk. */
const aFile = (orgId: Id): [string, unknown[]][] => [
  [`insert into disk_space (org_id, id, kind) values ($1, $1, 'organisation')`, [orgId]],
  [`insert into disk_node (org_id, id, space_id, kind, name, name_key) values ($1, $1, $1, 'folder', '', '')`, [orgId]],
  [`insert into disk_content (org_id, id, size_bytes, part_bytes, day, parts_hash) values ($1, 8, 3, 8, '20261101', '')`, [orgId]],
  [`insert into disk_part (org_id, content_id, no, sha256, size_bytes) values ($1, 8, 1, '', 3)`, [orgId]],
  [
    `insert into disk_node (org_id, id, space_id, parent_id, kind, name, name_key, content_id, size_bytes, version_no)
     values ($1, 9, $1, $1, 'file', 'a', 'a', 8, 3, 1)`,
    [orgId],
  ],
  [`insert into disk_version (org_id, node_id, no, space_id, content_id, size_bytes) values ($1, 9, 1, $1, 8, 3)`, [orgId]],
]

/** A count that is under way, of nothing yet. */
/** A conversation of two people with messages from both; one of them has read all. */
const talked = ({ orgId, boss, staff }: { orgId: string; boss: string; staff: string }): [string, unknown[]][] => [
  [
    `insert into chat (org_id, id, kind, pair_key, last_seq, counted, last_at, member_count, created_at) values ($1, 11, 'pair', 'x', 2, 2, now(), 2, now())`,
    [orgId],
  ],
  [
    `insert into chat_member (org_id, uid, chat_id, joined_seq, from_seq, read_seq, read_counted, joined_at)
     values ($1, $2, 11, 0, 0, 2, 2, now()), ($1, $3, 11, 0, 0, 0, 0, now())`,
    [orgId, boss, staff],
  ],
  [
    `insert into chat_message (org_id, id, chat_id, seq, counted, sender_uid, kind, body, created_at)
     values ($1, 12, 11, 1, 1, $2, 'text', '{}', now()), ($1, 13, 11, 2, 2, $2, 'text', '{}', now())`,
    [orgId, boss],
  ],
]

const openCount = (orgId: Id, staff: Id): [string, unknown[]][] => [
  [`insert into count_plan (org_id, id, name, body, created_by) values ($1, 7, '盘点', '{}', $2)`, [orgId, staff]],
  [
    `insert into count_task (org_id, id, plan_id, code, name, state, plan, opened_by)
     values ($1, 7, 7, 'PD1', '盘点', 'open', '{"slackMinutes": 30, "confirms": []}', $2)`,
    [orgId, staff],
  ],
]

/** A closed count, one difference of which was settled by the ninth line of a document. */
const settledCount = (orgId: Id, staff: Id, item: Id, document: Id): [string, unknown[]][] => [
  ...openCount(orgId, staff),
  [`update count_task set state = 'closed' where org_id = $1 and id = 7`, [orgId]],
  [
    `insert into count_result (org_id, task_id, round, item_kind, item_id, account, verdict, decision, document_id, line_no)
     values ($1, 7, 1, 'consumable', $2, 'store:1', 'less', 'post', $3, 9)`,
    [orgId, item, document],
  ],
]

/** A fault as a person at the database, a restored backup or a mistake of ours might leave it, and the check that must see it. */
const faults: [check: string, fault: string, plant: (company: Lived) => [sql: string, values?: unknown[]][]][] = [
  [
    'ledger: a balance is the sum',
    'stock out of nothing',
    ({ paper }) => [['update balance set on_hand = on_hand + 1 where item_id = $1', [paper]]],
  ],
  [
    'ledger: a balance is the sum',
    'value out of nothing',
    ({ paper }) => [['update balance set value = value + 0.01 where item_id = $1', [paper]]],
  ],
  [
    'ledger: a balance is the sum',
    'a balance that is gone',
    ({ paper }) => [['delete from balance where item_id = $1 and reserved = 0', [paper]]],
  ],
  ['ledger: what came in', 'a move that is gone', ({ stockIn }) => [['delete from move where document_id = $1', [stockIn.id]]]],
  [
    'ledger: what came in',
    'a quantity that was changed',
    ({ paper }) => [["update move set quantity = quantity + 1 where item_id = $1 and from_account like 'supplier:%'", [paper]]],
  ],
  [
    'ledger: an end of a move',
    'a move past its account',
    ({ paper }) => [['update move set to_after = null where item_id = $1 and to_after is not null', [paper]]],
  ],
  [
    'ledger: the history of supplies',
    'a lost update',
    ({ paper }) => [['update move set to_after = 3 where item_id = $1 and to_after = 13', [paper]]],
  ],
  [
    'ledger: the history of supplies',
    'a number that is missing',
    ({ paper }) => [['update move set to_seq = to_seq + 10 where item_id = $1 and to_seq = 2', [paper]]],
  ],
  [
    'ledger: as many assets are on the register',
    'a register that counts more than there are',
    ({ orgId }) => [['update asset_register set n = n + 1 where org_id = $1', [orgId]]],
  ],
  ['ledger: the last number', 'a number ahead', ({ paper }) => [['update balance set seq = seq + 1 where item_id = $1', [paper]]]],
  [
    'ledger: nothing was ever below zero',
    'a step below zero',
    ({ paper }) => [
      ['alter table move drop constraint move_from_after_check'],
      ['update move set from_after = -1 where item_id = $1 and from_after is not null', [paper]],
    ],
  ],
  [
    'stock: what was fixed',
    'a month of which nothing was fixed',
    ({ orgId, staff }) => [
      [
        `insert into stock_month (org_id, id, month, state, actor_uid, closed_at) values ($1, 1, month_of(current_date + 40), 'closed', $2, now())`,
        [orgId, staff],
      ],
    ],
  ],
  [
    'ledger: what is reserved',
    'a reservation without stock',
    ({ waiting }) => [['delete from reservation where document_id = $1', [waiting.id]]],
  ],
  [
    'ledger: what is reserved',
    'stock kept for nobody',
    ({ storeB, paper, storeA }) => [
      ['update balance set reserved = reserved + 1 where item_id = $1 and account = $2', [paper, `store:${storeA}`]],
      ['select $1::bigint', [storeB]],
    ],
  ],
  [
    'ledger: only documents in approval',
    'a reservation of a finished document',
    ({ waiting }) => [["update document set state = 'withdrawn' where id = $1", [waiting.id]]],
  ],
  [
    'ledger: a reversal is the mirror',
    'a mirror of another quantity',
    () => [['update move set quantity = quantity + 1 where reverses is not null']],
  ],
  [
    'ledger: a document is reversed',
    'a reversal without its document',
    ({ handed }) => [["update document set state = 'posted' where id = $1", [handed.id]]],
  ],
  [
    'ledger: a document is reversed',
    'a reversed document without a reversal',
    ({ handed }) => [['delete from move where document_id = $1 and reverses is not null', [handed.id]]],
  ],
  [
    'ledger: a document is reversed',
    'a move that was reversed twice',
    ({ handed }) => [
      ['drop index move_reversed_once'],
      [
        `insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost, business_date, actor_uid, reverses)
         select org_id, id + 1, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost, business_date, actor_uid, reverses
         from move where document_id = $1 and reverses is not null`,
        [handed.id],
      ],
    ],
  ],
  [
    'ledger: what is moved is on the register',
    'an item of another kind',
    ({ paper }) => [["update move set item_kind = 'asset' where item_id = $1", [paper]]],
  ],
  [
    'ledger: accounts name',
    'a place that never was',
    ({ paper }) => [["update move set to_account = 'store:1' where item_id = $1 and to_account like 'store:%'", [paper]]],
  ],
  [
    'ledger: accounts name',
    'an account of no kind',
    ({ paper }) => [["update move set to_account = 'nowhere:' where item_id = $1 and to_account like 'consumed:%'", [paper]]],
  ],
  [
    'assets: a piece is in one place',
    'a piece in two places',
    ({ laptops, storeB }) => [
      ['drop index balance_one_place'],
      [
        "insert into balance (org_id, account, item_id, item_kind, on_hand) select org_id, $2, item_id, 'asset', 1 from balance where item_id = $1",
        [laptops[0], `store:${storeB}`],
      ],
    ],
  ],
  [
    'assets: the card names the account',
    'a card that says it is gone',
    ({ laptops }) => [["update asset set account = 'disposed:' where id = $1", [laptops[0]]]],
  ],
  [
    'assets: the card names the account',
    'a card that says it is here',
    ({ laptops }) => [['delete from balance where item_id = $1', [laptops[0]]]],
  ],
  [
    'assets: the card names where the last move',
    'card and balance changed together',
    ({ laptops, storeB }) => [
      ['update asset set account = $2 where id = $1', [laptops[0], `store:${storeB}`]],
      ['update balance set account = $2 where item_id = $1', [laptops[0], `store:${storeB}`]],
    ],
  ],
  [
    'assets: state, holder, place',
    'a state of its own',
    ({ laptops }) => [["update asset set state = 'idle' where id = $1", [laptops[0]]]],
  ],
  [
    'assets: state, holder, place',
    'another holder',
    ({ laptops, boss }) => [['update asset set holder_uid = $2 where id = $1', [laptops[0], boss]]],
  ],
  [
    'assets: state, holder, place',
    'another place than its store',
    ({ laptops, storeB }) => [['update asset set loc_id = $2 where id = $1', [laptops[3], storeB]]],
  ],
  [
    'assets: state, holder, place',
    'a due day without a loan',
    ({ laptops }) => [["update asset set due_on = '2027-01-01' where id = $1", [laptops[0]]]],
  ],
  [
    'assets: a deleted card',
    'a deleted piece that somebody holds',
    ({ laptops }) => [['update asset set deleted_at = now() where id = $1', [laptops[0]]]],
  ],
  ['assets: the counts', 'a count beside the truth', () => [["update asset_count set n = n + 1 where state = 'inUse'"]]],
  [
    'assets: the search',
    'an asset that nothing finds',
    () => [['delete from asset_search where asset_id = (select min(asset_id) from asset_search)']],
  ],
  ['assets: the search', 'grams that were emptied', () => [["update asset_search set grams = ''"]]],
  [
    'approval: the search',
    'an application that nothing finds',
    () => [['delete from wf_instance_search where instance_id = (select min(instance_id) from wf_instance_search)']],
  ],
  [
    'assets: every move of a piece',
    'a history with a hole',
    ({ issue }) => [['delete from asset_event where document_id = $1', [issue.id]]],
  ],
  [
    'documents: only what is in the books',
    'a draft with moves',
    ({ issue }) => [["update document set state = 'draft' where id = $1", [issue.id]]],
  ],
  [
    'documents: only what is in the books',
    'a stage that was not taken',
    ({ repair }) => [['update document set stage = 0 where id = $1', [repair.id]]],
  ],
  [
    'documents: what is in the books has made',
    'a posted document without moves',
    ({ rejected, laptops }) => [
      ["update document set state = 'posted', posted_at = now() where id = $1", [rejected.id]],
      [
        "update document_line set data = data || jsonb_build_object('assets', jsonb_build_array($2::text)) where document_id = $1",
        [rejected.id, laptops[3]],
      ],
    ],
  ],
  [
    'documents: what is in the books says since when',
    'posted at no time',
    ({ issue }) => [['update document set posted_at = null where id = $1', [issue.id]]],
  ],
  [
    'documents: no line is fulfilled further',
    'more than was ordered',
    ({ order }) => [['update document_line set done_quantity = 7 where document_id = $1', [order.id]]],
  ],
  [
    'documents: what is fulfilled is',
    'fulfilled by nobody',
    ({ order }) => [['update document_line set done_quantity = 6 where document_id = $1', [order.id]]],
  ],
  [
    'documents: what is fulfilled is',
    'a follower that was forgotten',
    ({ order }) => [['update document_line set done_quantity = 0 where document_id = $1', [order.id]]],
  ],
  [
    'approval: a document is in approval',
    'a flow without its document',
    ({ waiting }) => [["update document set state = 'withdrawn' where id = $1", [waiting.id]]],
  ],
  [
    'approval: a document is in approval',
    'a document without its flow',
    ({ rejected }) => [["update document set state = 'inApproval' where id = $1", [rejected.id]]],
  ],
  [
    'approval: an approved flow',
    'approved and never posted',
    ({ approved }) => [["update document set state = 'rejected' where id = $1", [approved.id]]],
  ],
  [
    'approval: nothing is open',
    'a task that outlived its flow',
    ({ waiting }) => [["update wf_instance set status = 'terminated', ended_at = now() where id = $1", [waiting.processId]]],
  ],
  [
    'approval: a running flow waits',
    'a flow that waits for nobody',
    ({ waiting }) => [['update wf_task set status = 5 where instance_id = $1', [waiting.processId]]],
  ],
  [
    'approval: a running flow waits',
    'a flow that waits for somebody who left',
    ({ boss }) => [["update person set state = 'disabled' where id = $1", [boss]]],
  ],
  [
    'approval: a flow that is approved and not posted',
    'stuck without a word',
    ({ waiting }) => [["update wf_instance set status = 'posting' where id = $1", [waiting.processId]]],
  ],
  [
    'approval: the log of a flow',
    'a log that lost its beginning',
    ({ approved }) => [['delete from wf_event where instance_id = $1 and seq = 1', [approved.processId]]],
  ],
  [
    'approval: the log of a flow',
    'a log that lost its end',
    ({ approved }) => [
      [
        'delete from wf_event where instance_id = $1 and seq = (select max(seq) from wf_event where instance_id = $1)',
        [approved.processId],
      ],
    ],
  ],
  [
    'approval: the state of a flow',
    'a state that was touched',
    ({ approved }) => [["update wf_instance set state = jsonb_set(state, '{initiator}', '\"1\"') where id = $1", [approved.processId]]],
  ],
  [
    'approval: the work list',
    'a task in a list that the state does not hold',
    ({ waiting, staff }) => [['update wf_task set assignee_uid = $2 where instance_id = $1 and status = 1', [waiting.processId, staff]]],
  ],
  [
    'approval: the figures',
    'a figure of nothing',
    () => [
      ["insert into wf_stat_day (org_id, flow_key, day, started) select org_id, 'csoutstock', '2026-01-01', 1 from wf_flow limit 1", []],
    ],
  ],
  [
    'approval: how long people had',
    'a decision that nobody made',
    ({ staff }) => [
      [
        "insert into wf_stat_person (org_id, flow_key, node_id, uid, day, opened, decided) select org_id, 'csoutstock', 'head', $1, '2026-01-01', '{1}', '{2}' from wf_flow limit 1",
        [staff],
      ],
    ],
  ],
  [
    'approval: no step of a flow',
    'a step whose tasks are all closed',
    ({ waiting }) => [
      ["update wf_instance set state = jsonb_set(state, '{steps,0,tasks,0,status}', '\"cancelled\"') where id = $1", [waiting.processId]],
    ],
  ],
  [
    'approval: the columns beside',
    'a column that lags behind',
    ({ approved }) => [['update wf_instance set form_rev = form_rev + 1 where id = $1', [approved.processId]]],
  ],
  [
    'approval: whoever has a part',
    'an approver who may not look',
    ({ approved, boss }) => [['delete from wf_participant where instance_id = $1 and uid = $2', [approved.processId, boss]]],
  ],
  [
    'location: the tree',
    'a place inside itself',
    ({ storeA, storeB }) => [['update location set parent_id = $2 where id = $1', [storeA, storeB]]],
  ],
  ['department: the tree', 'a department inside itself', ({ dept }) => [['update department set parent_id = $1 where id = $1', [dept]]]],
  ['category: the tree', 'a category inside itself', () => [['update category set parent_id = id']]],
  [
    'people: nobody out of service',
    'a session of somebody who left',
    ({ staff, orgId }) => [
      [
        "insert into session (org_id, token_hash, uid, client, platform, expires_at) values ($1, 'x', $2, 'app', 'test', now() + interval '1 hour')",
        [orgId, staff],
      ],
      ["update person set state = 'disabled' where id = $1", [staff]],
    ],
  ],
  [
    'files: what they take together',
    'a count beside the truth',
    ({ orgId }) => [['update file_room set used_bytes = used_bytes + 1 where org_id = $1', [orgId]]],
  ],
  [
    'labels: what is kept',
    'a label that nobody printed',
    ({ orgId, staff }) => [
      [
        `insert into label_state (org_id, noun, item_id, copies, content_hash, bound, template_key, printed_at)
         values ($1, 'person', $2, 1, '', '{}', 'person-70x50', now())`,
        [orgId, staff],
      ],
    ],
  ],
  [
    'labels: a printing',
    'a printing whose labels stand nowhere',
    ({ orgId, staff }) => [
      [
        `insert into print_job (org_id, id, noun, template_key, template_version, template, way, total, sent_to, done_to, copies, uid)
         values ($1, 7, 'person', 'person-70x50', 0, '{}', 'pdf', 1, 1, 1, 1, $2)`,
        [orgId, staff],
      ],
    ],
  ],
  [
    'conversations: their messages',
    'a message that is gone',
    (company) => [...talked(company), ['delete from chat_message where org_id = $1 and id = 12', [company.orgId]]],
  ],
  [
    'conversations: what counts',
    'a count that is wrong',
    (company) => [...talked(company), ['update chat_message set counted = 1 where org_id = $1 and id = 13', [company.orgId]]],
  ],
  [
    'conversations: what somebody',
    'a mark that is wrong',
    (company) => [
      ...talked(company),
      ['update chat_member set read_counted = 0 where org_id = $1 and uid = $2', [company.orgId, company.boss]],
    ],
  ],
  [
    'conversations: of what was taken back',
    'nobody was told',
    (company) => [
      ...talked(company),
      ['update chat_message set body = null, recalled_at = now() where org_id = $1 and id = 12', [company.orgId]],
    ],
  ],
  [
    'conversations: as many',
    'somebody is not counted',
    (company) => [...talked(company), ['update chat set member_count = 1 where org_id = $1 and id = 11', [company.orgId]]],
  ],
  [
    'disk: a space takes',
    'a number beside the truth',
    ({ orgId }) => [...aFile(orgId), ['update disk_space set used_bytes = used_bytes + 1', []]],
  ],
  ['disk: reserved is', 'room for nothing', ({ orgId }) => [...aFile(orgId), ['update disk_space set reserved_bytes = 1', []]]],
  [
    'disk: every folder',
    'a file inside itself',
    ({ orgId }) => [...aFile(orgId), ['update disk_node set parent_id = id where id = 9', []]],
  ],
  ['disk: a file is', 'a version that is none', ({ orgId }) => [...aFile(orgId), ['update disk_node set version_no = 2 where id = 9', []]]],
  ['disk: of a whole content', 'a part that is gone', ({ orgId }) => [...aFile(orgId), ['delete from disk_part', []]]],
  [
    'counts: a settled difference',
    'a line that is not there',
    ({ orgId, staff, paper, stockIn }) => settledCount(orgId, staff, paper, stockIn.id),
  ],
  [
    'counts: the events of a device',
    'an event that is gone',
    ({ orgId, staff }) => [
      ...openCount(orgId, staff),
      [
        `insert into count_device (org_id, task_id, device, uid, acked_seq) values ($1, 7, '00000000-0000-4000-8000-000000000001', $2, 1)`,
        [orgId, staff],
      ],
    ],
  ],
  [
    'counts: a task has as many lines',
    'a line that is gone',
    ({ orgId, staff }) => [...openCount(orgId, staff), ['update count_task set expected = 1 where org_id = $1 and id = 7', [orgId]]],
  ],
  [
    'counts: what is said of a line under way',
    'something found of which nobody has said anything',
    ({ orgId, staff, laptops: [piece] }) => [
      ...openCount(orgId, staff),
      [
        `insert into count_line (org_id, task_id, item_kind, item_id, account, quantity)
         select $1, 7, 'asset', a.id, a.account, 1 from asset a where a.org_id = $1 and a.id = $2`,
        [orgId, piece],
      ],
      [
        `insert into count_result (org_id, task_id, round, item_kind, item_id, account, verdict, strength)
         select $1, 7, 1, 'asset', a.id, a.account, 'found', 4 from asset a where a.org_id = $1 and a.id = $2`,
        [orgId, piece],
      ],
    ],
  ],
  [
    'records: own values',
    'a value that no record has',
    ({ orgId, staff, laptops: [piece] }) => [
      [
        `insert into own_field (org_id, noun, key, label, control, value_column, position, created_by) values ($1, 'asset', 'x1', '颜色', '{"type":"text"}', 'text', 1, $2)`,
        [orgId, staff],
      ],
      [
        `insert into own_value (org_id, noun, key, record_id, text_value, is_unique) values ($1, 'asset', 'x1', $2, '红', false)`,
        [orgId, piece],
      ],
    ],
  ],
  [
    'counts: a document of a count',
    'a line that no difference asked for',
    ({ stockIn }) => [[`update document set header = header || '{"task": "PD1"}' where id = $1`, [stockIn.id]]],
  ],
  [
    'values: the cost of an asset',
    'a cost that no entry made',
    ({ book }) => [['update book_asset set cost = cost + 1 where book_id = $1', [book]]],
  ],
  [
    'values: closed months',
    'a month that was charged less',
    ({ book }) => [[`update value_entry set depreciation = depreciation - 1 where book_id = $1 and kind = 'depreciation'`, [book]]],
  ],
  [
    'values: what has left',
    'an asset that is gone and worth something',
    ({ laptops }) => [[`update asset set account = 'disposed:' where id = $1`, [laptops[4]]]],
  ],
  [
    'values: the totals',
    'a total of its own',
    ({ book }) => [['update value_total set depreciation = depreciation + 1 where book_id = $1', [book]]],
  ],
  ['values: what is transferred', 'an end without the other', ({ book }) => [[valueEntry("'transferOut'", '-1'), [book]]]],
  ['values: cards that became', 'a card that left and became nothing', ({ book }) => [[valueEntry("'convertedOut'", '-1'), [book]]]],
  [
    'values: what is divided',
    'shares that are more than the charge',
    ({ book }) => [
      [
        `insert into value_share (org_id, book_id, month, asset_id, no, amount)
         select e.org_id, e.book_id, e.month, e.asset_id, 0, e.depreciation + 1 from value_entry e where e.book_id = $1 and e.kind = 'depreciation' limit 1`,
        [book],
      ],
    ],
  ],
  [
    'values: nothing came',
    'an entry after the close, whatever the clock of its server said',
    ({ book }) => [[valueEntry("'takeover'", '1', '(select max(number) + 1 from value_entry)'), [book]]],
  ],
  [
    'values: vouchers balance',
    'a debit that was typed over',
    ({ book }) => [
      ['update voucher_line set debit = debit + 1 where debit > 0 and voucher_id in (select id from voucher where book_id = $1)', [book]],
    ],
  ],
  [
    'values: vouchers book',
    'a voucher that balances and is larger than its month',
    ({ book }) => [
      [
        'update voucher_line set debit = debit + (debit > 0)::int, credit = credit + (credit > 0)::int where voucher_id in (select id from voucher where book_id = $1)',
        [book],
      ],
      [
        'update voucher w set total = (select sum(l.debit) from voucher_line l where l.org_id = w.org_id and l.voucher_id = w.id) where book_id = $1',
        [book],
      ],
    ],
  ],
  ['values: vouchers book', 'a voucher that is gone', ({ book }) => [['update voucher set voided_at = now() where book_id = $1', [book]]]],
  [
    'values: vouchers book',
    'an expense that another department bears',
    ({ book, orgId }) => [
      [
        `update voucher_line set dept_id = (select max(id) from department where org_id = $2) where account_use = 'expense' and voucher_id in
           (select id from voucher where book_id = $1)`,
        [book, orgId],
      ],
    ],
  ],
  [
    'counts: a closed count',
    'a document that is not in the books',
    ({ orgId, staff, paper, stockIn }) => [
      ...settledCount(orgId, staff, paper, stockIn.id),
      [`update document set state = 'approved' where id = $1`, [stockIn.id]],
    ],
  ],
]

suite('every check sees its fault', () => {
  for (const [check, fault, plant] of faults)
    test(`${check} ...: ${fault}`, async () => {
      const faultCount = await faultsAfter(check, async (client) => {
        for (const [sql, values = []] of plant(company)) await client.query(sql, values)
      })
      assert.ok(faultCount > 0, `${check} sees nothing, or is no check`)
    })

  test('values: nothing came ...: a clock that was ahead before the close is no fault', async () => {
    const moved = `update value_entry set at = at + interval '1 day' where book_id = $1 and kind <> 'depreciation'`
    assert.equal(await faultsAfter('values: nothing came', async (client) => void (await client.query(moved, [company.book]))), 0)
  })

  const fromOutside = ['seals: heads that were written down', 'files: what is stored', 'disk: what is stored', 'sealed: no seal was']

  test('and there is a fault for every check', () =>
    assert.deepEqual(
      checks
        .map(({ name }) => name)
        .filter(
          (name) =>
            ![...faults.map(([check]) => check), ...tamperings.map(([, check]) => check), ...fromOutside].some((check) =>
              name.startsWith(check),
            ),
        ),
      [],
    ))
})
