import { type EntryKind, entryKinds } from '../../../domain/books/entryKind.ts'
import { bookingOf } from '../../../domain/books/voucher.ts'
import { keysOf } from '../../../kernel/keysOf.ts'
import { type Check, holds } from '../../audit/check.ts'
import { disposalRows, isDisposal } from '../lists/disposalList.ts'

/** Of each kind of entry: its voucher, and the use of the account that takes what is not on the accounts of the asset. */
const bookings = keysOf(entryKinds)
  .flatMap((kind: EntryKind) => {
    const booking = bookingOf(kind)
    return booking ? [`('${kind}', '${booking.event}', '${booking.counter}')`] : []
  })
  .join(', ')

/** SQL: the use under which gains and losses are compared together, as entries do not say which of them a disposal brought. */
const resultUse = `'result'`

/** What the vouchers that count have booked, debits less credits. */
const bookedAmounts = `
  select w.book_id, w.month, w.event, case when l.account_use in ('gain', 'disposal') then ${resultUse} else l.account_use end as account_use, l.dept_id,
    l.cost_object, l.debit - l.credit as amount
  from voucher w join voucher_line l on l.org_id = $1 and l.voucher_id = w.id where w.org_id = $1 and w.voided_at is null`

/** What the totals of closed months, their shares and their disposals ask for, on accounts of each use. */
const entryAmounts = `
  select t.book_id, t.month, k.event, u.account_use, case u.account_use when 'expense' then t.dept_id end as dept_id, null as cost_object, u.amount
  from value_total t join (values ${bookings}) as k (kind, event, counter) on k.kind = t.kind
  cross join lateral (values ('asset', t.cost), ('depreciation', -t.depreciation), ('impairment', -t.impairment),
    (k.counter, t.depreciation + t.impairment - t.cost)) as u (account_use, amount)
  where t.org_id = $1
  union all
  select s.book_id, s.month, 'depreciation', 'expense', b.dept_id, b.cost_object, b.amount from value_share s
  cross join lateral (values (s.from_dept_id, null, -s.amount), (s.dept_id, s.cost_object, s.amount)) as b (dept_id, cost_object, amount)
  where s.org_id = $1
  union all
  select e.book_id, e.month, 'disposal', u.account_use, case u.account_use when ${resultUse} then e.dept_id end, null, u.amount
  from ${disposalRows} join book o on o.org_id = $1 and o.id = e.book_id and e.month <= o.closed_month
  cross join lateral (values ('clearing', -v.net), ('cash', v.proceeds - v.sale_cost), (${resultUse}, v.net - v.proceeds + v.sale_cost)) as u (account_use, amount)
  where e.org_id = $1 and e.kind <> 'depreciation' and ${isDisposal}
    and exists (select from value_total t where t.org_id = $1 and t.book_id = e.book_id and t.month = e.month)`

/** Months whose vouchers are from before lines kept their use. */
const monthsWithoutUses = `
  select w.book_id, w.month from voucher w join voucher_line l on l.org_id = $1 and l.voucher_id = w.id
  where w.org_id = $1 and w.voided_at is null and l.account_use is null`

const columns = 'book_id, month, event, account_use, dept_id, cost_object'

/** What must hold of the vouchers that closed months became. */
export const voucherChecks: readonly Check[] = [
  holds(
    'values: vouchers balance and come to their total',
    `select w.id::text from voucher w
     left join (select voucher_id, sum(debit) as debit, sum(credit) as credit from voucher_line where org_id = $1 group by voucher_id) l on l.voucher_id = w.id
     where w.org_id = $1 and (l.debit, l.credit) is distinct from (w.total, w.total)`,
  ),
  holds(
    'values: vouchers book what the entries of their month come to',
    `select (d.month / 12) || '-' || lpad((d.month % 12 + 1)::text, 2, '0') || ' ' || d.event || ' ' || d.account_use || ' ' || d.amount
     from (select ${columns}, sum(amount) as amount from (
         select ${columns}, amount from (${bookedAmounts}) b union all select ${columns}, -amount from (${entryAmounts}) e) a
       group by ${columns} having sum(amount) <> 0) d
     where (d.book_id, d.month) not in (${monthsWithoutUses})`,
  ),
]
