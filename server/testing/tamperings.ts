import type { Lived } from './lived.ts'

type Statements = [sql: string, values?: unknown[]][]

const one = (sql: string, values: unknown[] = []): Statements => [[sql, values]]

/** The latest row of a table that something is true of. */
const last = (table: string, where = 'true', key = 'id'): string =>
  `(select ${key} from ${table} where ${where} order by ${key} desc limit 1)`

/** How the content of a document is made to look untouched. */
const withHash = (id: string): Statements => one("update document set body_hash = 'forged' where id = $1", [id])

/**
 * What a person with all rights at the database might do to sealed history, past every trigger and lock, and the check that must name it
 * even where he covers the traces that he knows of.
 */
export const tamperings: readonly [title: string, check: string, plant: (company: Lived) => Statements][] = [
  [
    'a posted line asks for more',
    'documents: the content',
    ({ issue }) => one(`update document_line set data = data || '{"quantity": "2"}' where document_id = $1`, [issue.id]),
  ],
  [
    'a purchase was avoided that no document speaks of',
    'savings:',
    ({ issue }) =>
      one(
        `insert into pool_saving (org_id, document_id, asset_id, price, actor_uid, at)
         select org_id, document_id, item_id, 100, actor_uid, now() from move where document_id = $1 limit 1`,
        [issue.id],
      ),
  ],
  [
    'a posted line has another price',
    'documents: the content',
    ({ stockIn }) => one(`update document_line set data = data || '{"price": "50"}' where document_id = $1`, [stockIn.id]),
  ],
  [
    'a posted line asks for more, digest and all',
    'documents: the moves are',
    ({ stockIn }) => [
      ...one(`update document_line set data = data || '{"quantity": "6"}', quantity = 6 where document_id = $1`, [stockIn.id]),
      ...withHash(stockIn.id),
    ],
  ],
  [
    'a posted line has another price, digest and all',
    'documents: the moves are',
    ({ stockIn }) => [
      ...one(`update document_line set data = data || '{"price": "50"}' where document_id = $1`, [stockIn.id]),
      ...withHash(stockIn.id),
    ],
  ],
  ['a posted amount', 'documents: what lists', ({ order }) => one('update document set amount = amount - 1 where id = $1', [order.id])],
  [
    'the amount of a line beside its content',
    'documents: what lists',
    ({ order }) => one('update document_line set quantity = 5 where document_id = $1', [order.id]),
  ],
  [
    'whom a document is for',
    'documents: what lists',
    ({ issue, boss }) => one('update document set subject_uid = $2 where id = $1', [issue.id, boss]),
  ],
  [
    'a reason, digest and all',
    'sealed: no document was',
    ({ issue }) => [...one(`update document set header = header || '{"reason": "送礼"}' where id = $1`, [issue.id]), ...withHash(issue.id)],
  ],
  [
    'the code of a posted document',
    'sealed: no document was',
    ({ issue }) => one(`update document set code = 'ZC0' where id = $1`, [issue.id]),
  ],
  [
    'the author of a posted document',
    'sealed: no document was',
    ({ issue, boss }) => one('update document set author_uid = $2 where id = $1', [issue.id, boss]),
  ],
  [
    'the day a document was submitted',
    'sealed: no document was',
    ({ issue }) => one(`update document set submitted_at = submitted_at - interval '1 year' where id = $1`, [issue.id]),
  ],
  [
    'a line more',
    'sealed: no document was',
    ({ issue }) =>
      one(`insert into document_line (org_id, document_id, line_no, data) select org_id, id, 99, '{}' from document where id = $1`, [
        issue.id,
      ]),
  ],
  ['a line less', 'sealed: no document was', ({ order }) => one('delete from document_line where document_id = $1', [order.id])],
  [
    'a posted document that is gone with all it did',
    'sealed: no document was',
    ({ issue }) =>
      ['document_line', 'document_event', 'move', 'asset_event', 'document'].map((table) => [
        `delete from ${table} where ${table === 'document' ? 'id' : 'document_id'} = $1`,
        [issue.id],
      ]),
  ],
  [
    'a posted document called a draft',
    'documents: only what is in the books',
    ({ issue }) => one("update document set state = 'draft' where id = $1", [issue.id]),
  ],
  [
    'a reversed document called posted',
    'documents: what is in the books says who',
    ({ handed }) => one("update document set state = 'posted' where id = $1", [handed.id]),
  ],
  [
    'a document in the books that nobody put there',
    'documents: what is in the books says who',
    ({ issue }) => one("delete from document_event where document_id = $1 and action = 'submit'", [issue.id]),
  ],
  [
    'who drew up a draft',
    'documents: a draft is written',
    ({ boss }) => one("update document_event set actor_uid = $1 where action = 'save'", [boss]),
  ],

  [
    'a move’s recipient, with card and balance',
    'documents: the moves are',
    ({ issue, laptops, boss }) => [
      ['update move set to_account = $2 where document_id = $1', [issue.id, `person:${boss}`]],
      ['update asset set account = $2, holder_uid = $3 where id = $1', [laptops[0], `person:${boss}`, boss]],
      ['update balance set account = $2 where item_id = $1', [laptops[0], `person:${boss}`]],
    ],
  ],
  [
    'a move’s quantity',
    'documents: the moves are',
    ({ paper }) => one(`update move set quantity = quantity + 1 where id = ${last('move', 'item_id = $1')}`, [paper]),
  ],
  [
    'a move’s cost',
    'documents: the moves are',
    ({ paper }) => one("update move set cost = 1 where item_id = $1 and from_account like 'supplier:%'", [paper]),
  ],
  [
    'a move’s cost between our own',
    'ledger: what leaves an account',
    ({ paper }) => one("update move set cost = cost - 0.5 where item_id = $1 and to_account like 'transit:%'", [paper]),
  ],
  [
    'what a piece was worth on its way',
    'ledger: a piece goes on',
    ({ issue }) => one('update move set cost = cost - 1 where document_id = $1', [issue.id]),
  ],
  [
    'what a piece is worth, told again to the end',
    'documents: the moves are',
    ({ laptops }) => [
      ['update move set cost = 1 where item_id = $1', [laptops[0]]],
      ['update balance set value = 1 where item_id = $1', [laptops[0]]],
    ],
  ],
  ['a reversal that brings back less', 'sealed: no move was', () => one('update move set cost = cost - 0.1 where reverses is not null')],
  [
    'a reversal of what came from outside',
    'ledger: a reversal brings back',
    () => one("update move set cost = cost - 0.1, from_account = 'disposed:' where reverses is not null"),
  ],
  [
    'who moved',
    'documents: whoever stands',
    ({ issue, boss }) => one('update move set actor_uid = $2 where document_id = $1', [issue.id, boss]),
  ],
  [
    'the day of a move',
    'documents: whoever stands',
    ({ issue }) => one('update move set business_date = business_date - 30 where document_id = $1', [issue.id]),
  ],
  [
    'the moment of a move',
    'sealed: no move was',
    ({ issue }) => one("update move set posted_at = posted_at - interval '1 minute' where document_id = $1", [issue.id]),
  ],
  ['the line of a move', 'documents: the moves are', ({ issue }) => one('update move set line_no = 7 where document_id = $1', [issue.id])],
  [
    'a move under another document',
    'documents: the moves are',
    ({ issue, repair }) => one('update move set document_id = $2 where document_id = $1', [issue.id, repair.id]),
  ],
  [
    'a move that is gone, with its balance',
    'sealed: no move was',
    ({ paper }) => [
      ['delete from move where item_id = $1', [paper]],
      ['delete from balance where item_id = $1', [paper]],
    ],
  ],
  ['the number of a move', 'sealed: no move was', ({ issue }) => one('update move set seq = default where document_id = $1', [issue.id])],
  [
    'a move put in between',
    'sealed: no move came',
    ({ issue }) =>
      one(
        `insert into move (org_id, id, seq, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost, business_date, actor_uid)
     overriding system value select org_id, id + 1, seq, document_id, stage, line_no + 1, item_kind, item_id, 'supplier:', 'loss:', 1, 0, business_date, actor_uid from move where document_id = $1`,
        [issue.id],
      ),
  ],
  [
    'a move that the database did not number',
    'sealed: no move came',
    ({ issue }) =>
      one(
        `insert into move (org_id, id, seq, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost, business_date, actor_uid)
     overriding system value select org_id, id + 1, 9000000000, document_id, stage, line_no + 1, item_kind, item_id, 'supplier:', 'loss:', 1, 0, business_date, actor_uid from move where document_id = $1`,
        [issue.id],
      ),
  ],

  [
    'stock on hand',
    'ledger: a balance is the sum',
    ({ paper }) => one('update balance set on_hand = on_hand + 1 where item_id = $1', [paper]),
  ],
  [
    'the value of stock',
    'ledger: a balance is the sum',
    ({ paper }) => one('update balance set value = value + 1 where item_id = $1', [paper]),
  ],
  ['what is reserved', 'ledger: what is reserved', ({ paper }) => one('update balance set reserved = 0 where item_id = $1', [paper])],
  [
    'a reservation',
    'ledger: what is reserved',
    ({ waiting }) => one('update reservation set quantity = quantity + 1 where document_id = $1', [waiting.id]),
  ],
  [
    'what somebody holds',
    'ledger: a balance is the sum',
    () => one("update balance set on_hand = on_hand + 1 where account like 'consumed:%'"),
  ],
  [
    'what an account began with',
    'watched:',
    ({ orgId, paper, storeA }) =>
      one("insert into balance_opening (org_id, account, item_id, item_kind, quantity, value) values ($1, $3, $2, 'consumable', 0, 0)", [
        orgId,
        paper,
        `store:${storeA}`,
      ]),
  ],
  [
    'what is given up',
    'documents: what is given up',
    ({ order }) => one('update document_line set given_up = 1 where document_id = $1', [order.id]),
  ],
  [
    'what is fulfilled',
    'documents: what is fulfilled',
    ({ order }) => one('update document_line set done_quantity = 0 where document_id = $1', [order.id]),
  ],

  ['the value on a card', 'assets: every field', ({ laptops }) => one('update asset set value = 1 where id = $1', [laptops[0]])],
  [
    'the holder on a card',
    'assets: every field',
    ({ laptops, boss }) => one('update asset set holder_uid = $2 where id = $1', [laptops[0], boss]),
  ],
  [
    'the due day on a card',
    'assets: every field',
    ({ laptops }) => one("update asset set due_on = '2030-01-01' where id = $1", [laptops[1]]),
  ],
  [
    'the value on a card and in its history',
    'sealed: no asset_event was',
    ({ laptops }) => [
      ['update asset set value = 1 where id = $1', [laptops[0]]],
      [
        `update asset_event set changes = jsonb_set(changes, '{value,1}', '"1.00"') where asset_id = $1 and changes ? 'value'`,
        [laptops[0]],
      ],
    ],
  ],
  [
    'who changed a card',
    'sealed: no asset_event was',
    ({ laptops, boss }) => one('update asset_event set actor_uid = $2 where asset_id = $1', [laptops[0], boss]),
  ],
  [
    'when a card was changed',
    'sealed: no asset_event was',
    ({ laptops }) => one("update asset_event set at = at - interval '1 day' where asset_id = $1", [laptops[0]]),
  ],
  [
    'a history without its beginning',
    'assets: a history begins',
    ({ laptops }) => one('delete from asset_event where asset_id = $1', [laptops[3]]),
  ],
  [
    'a history with a step more',
    'sealed: no asset_event came',
    ({ laptops }) =>
      one(
        `insert into asset_event (org_id, id, seq, asset_id, action, at, changes) overriding system value select org_id, id + 1, seq, asset_id, 'changed', at, '{}' from asset_event where id = ${last('asset_event', 'asset_id = $1')}`,
        [laptops[0]],
      ),
  ],

  [
    'who submitted',
    'sealed: no document_event was',
    ({ issue, boss }) => one('update document_event set actor_uid = $2 where document_id = $1', [issue.id, boss]),
  ],
  [
    'when it was submitted',
    'sealed: no document_event was',
    ({ issue }) => one("update document_event set at = at - interval '1 hour' where document_id = $1", [issue.id]),
  ],
  [
    'why it was reversed',
    'sealed: no document_event was',
    ({ handed }) =>
      one(`update document_event set details = '{"reason": "没有错"}' where document_id = $1 and action = 'reverse'`, [handed.id]),
  ],
  [
    'an event that is gone',
    'sealed: no document_event was',
    ({ rejected }) => one("delete from document_event where document_id = $1 and action = 'rejected'", [rejected.id]),
  ],
  [
    'an event put in between',
    'sealed: no document_event came',
    ({ rejected }) =>
      one(
        `insert into document_event (org_id, id, seq, document_id, action, actor_uid) overriding system value select org_id, id + 1, seq, document_id, 'patch', actor_uid from document_event where id = ${last('document_event', 'document_id = $1')}`,
        [rejected.id],
      ),
  ],

  [
    'an approver’s words',
    'sealed: no wf_event was',
    ({ approved }) =>
      one(`update wf_event set events = replace(events::text, '"好"', '"我反对"')::jsonb where instance_id = $1`, [approved.processId]),
  ],
  [
    'a no that becomes a yes',
    'approval: a task was decided',
    ({ rejected }) =>
      one(`update wf_event set events = replace(events::text, '"reject"', '"approve"')::jsonb where instance_id = $1`, [
        rejected.processId,
      ]),
  ],
  [
    'who decided',
    'sealed: no wf_event was',
    ({ approved, staff }) => one('update wf_event set actor = $2 where instance_id = $1', [approved.processId, staff]),
  ],
  [
    'when it was decided',
    'sealed: no wf_event was',
    ({ approved }) => one("update wf_event set at = at - interval '1 day' where instance_id = $1", [approved.processId]),
  ],
  [
    'the log of a flow that is gone',
    'sealed: no wf_event was',
    ({ approved }) => one('delete from wf_event where instance_id = $1', [approved.processId]),
  ],
  [
    'a step in the log that nobody took',
    'sealed: no wf_event came',
    ({ approved }) =>
      one(
        `insert into wf_event (org_id, instance_id, seq, number, at, actor, via, command_id, schema, events) overriding system value
     select org_id, instance_id, seq + 900, number, at, actor, via, gen_random_uuid(), schema, '[]' from wf_event where instance_id = $1 order by seq limit 1`,
        [approved.processId],
      ),
  ],
  [
    'a comment',
    'approval: comments are',
    ({ approved }) => one("update wf_comment set body = '同意' where instance_id = $1", [approved.processId]),
  ],
  [
    'who commented',
    'approval: comments are',
    ({ approved, staff }) => one('update wf_comment set author_uid = $2 where instance_id = $1', [approved.processId, staff]),
  ],
  [
    'a comment that is gone',
    'approval: comments are',
    ({ approved }) => one('delete from wf_comment where instance_id = $1', [approved.processId]),
  ],
  [
    'whose task it was',
    'approval: a task was decided',
    ({ approved, staff }) => one('update wf_task set assignee_uid = $2 where instance_id = $1', [approved.processId, staff]),
  ],
  [
    'how a flow ended',
    'approval: the columns beside',
    ({ rejected }) => one("update wf_instance set status = 'approved' where id = $1", [rejected.processId]),
  ],

  [
    'a role that somebody gave himself',
    'watched:',
    ({ staff }) => one('insert into person_role (org_id, uid, role_id) select org_id, $1, id from role on conflict do nothing', [staff]),
  ],
  ['a role that was taken away', 'watched:', ({ keeper }) => one('delete from person_role where uid = $1', [keeper])],
  ['a role that means another', 'watched:', () => one('update role set role_type = role_type + 1')],
  ['an administrator by his own hand', 'watched:', ({ staff }) => one('update person set admin = true where id = $1', [staff])],
  ['somebody’s password', 'watched:', ({ boss }) => one("update person set password_hash = 'scrypt' where id = $1", [boss])],
  ['somebody’s phone, which signs in', 'watched:', ({ boss }) => one("update person set phone = '13800000000' where id = $1", [boss])],
  ['somebody who is back', 'watched:', ({ boss }) => one("update person set state = 'disabled' where id = $1", [boss])],
  [
    'somebody nobody hired',
    'watched:',
    ({ orgId }) => one("insert into person (org_id, id, username, user_name) values ($1, 7, 'ghost', '鬼')", [orgId]),
  ],
  ['the head of a department', 'watched:', ({ staff }) => one('update department set manager_uid = $1', [staff])],
  ['the manager of a place', 'watched:', ({ staff }) => one('update location set manager_uid = $1', [staff])],
  [
    'a place that somebody manages besides',
    'watched:',
    ({ orgId, storeA, staff }) =>
      one("insert into location_user (org_id, loc_id, uid, kind) values ($1, $2, $3, 'manager')", [orgId, storeA, staff]),
  ],
  ['an organisation’s settings', 'watched:', () => one(`update organisation set settings = settings || '{"x": 1}'`)],
  ['a licence that lasts longer', 'watched:', () => one("update licence_order set end_date = '2099-12-31'")],
  ['a licence for more', 'watched:', () => one('update licence_order set asset_scope = 99999')],
  [
    'a licence that nobody bought',
    'watched:',
    ({ orgId }) =>
      one(
        "insert into licence_order (org_id, id, purchase_type, start_date, end_date, order_state, period_name, price, asset_scope) values ($1, 7, '购买', '2026-01-01', '2099-01-01', 1, '永久', 0, 99999)",
        [orgId],
      ),
  ],
  ['a licence that is gone', 'watched:', () => one('delete from licence_order')],
  ['the steps of a flow', 'watched:', () => one(`update wf_definition set body = body || '{"x": 1}'`)],
  ['which version of a flow is in use', 'watched:', () => one('update wf_flow set active_version = null, state = 1')],
  ['who stands in for somebody', 'watched:', ({ staff }) => one('update wf_delegation set agent_uid = $1', [staff])],
  [
    'who took over',
    'watched:',
    ({ orgId, boss, staff }) => one('insert into wf_handover (org_id, uid, successor_uid) values ($1, $2, $3)', [orgId, boss, staff]),
  ],
  [
    'a role, with its trace',
    'sealed: no watched_change was',
    ({ staff }) => [
      ['update person set admin = true where id = $1', [staff]],
      [`update watched_change set becomes = becomes || '{"admin": true}' where subject = 'person' and key = $1::text`, [staff]],
    ],
  ],
  [
    'a trace put in between',
    'sealed: no watched_change came',
    ({ orgId }) =>
      one("insert into watched_change (org_id, number, subject, key) overriding system value values ($1, 0, 'role', '0')", [orgId]),
  ],

  ['a file’s digest', 'sealed: no file was', () => one("update file set sha256 = 'forged'")],
  ['a file’s path', 'sealed: no file was', () => one("update file set path = path || 'x'")],
  ['who uploaded a file', 'sealed: no file was', ({ boss }) => one('update file set uploaded_by = $1', [boss])],
  ['a file that is gone', 'sealed: no file was', () => one('delete from file')],
  [
    'a file put in between',
    'sealed: no file came',
    ({ orgId }) =>
      one(
        "insert into file (org_id, id, number, path, name, mime, size_bytes, sha256) overriding system value values ($1, 7, 0, 'a/b.png', 'b', 'image/png', 0, '')",
        [orgId],
      ),
  ],

  ['a seal that is gone', 'seals: every seal', () => one('delete from seal where no = 1')],
  ['a seal that names another digest', 'seals: every seal', () => one("update seal set digests[1] = '\\x00' where no = 1")],
  ['the moment of a seal', 'seals: every seal', () => one("update seal set at = at - interval '1 day' where no = 1")],
  ['how far a seal reaches', 'seals: every seal', () => one(`update seal set upto = upto || '{"move": "1"}' where no = 1`)],
  ['seals that are gone, all of them', 'sealed: no move came', () => one('delete from seal')],
  [
    'a value that was written off more slowly',
    'sealed: no value_entry was',
    ({ book }) => one(`update value_entry set depreciation = depreciation - 1 where book_id = $1 and kind = 'depreciation'`, [book]),
  ],
  ['an entry of a value that nothing wrote', 'sealed: no value_entry came', ({ book }) => one(valueEntry("'takeover'", '1'), [book])],
]

/** Adds an entry to the closed month of a book, by hand and with a clock that is a day behind; `number` is SQL. */
export const valueEntry = (kind: string, cost: string, number = '0'): string =>
  `insert into value_entry (org_id, book_id, month, asset_id, kind, source_id, no, cost, actor_uid, at, number) overriding system value
   select e.org_id, e.book_id, b.closed_month, e.asset_id, ${kind}, 0, 99, ${cost}, e.actor_uid, now() - interval '1 day', ${number}
   from value_entry e join book b on b.org_id = e.org_id and b.id = e.book_id where e.book_id = $1 and e.kind = 'opening' order by e.asset_id limit 1`
