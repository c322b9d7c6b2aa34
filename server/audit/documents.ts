import { add, compare } from '../../kernel/decimal.ts'
import { kindNamed, documentKinds } from '../../domain/documents/all.ts'
import { broughtBy } from '../../domain/documents/define.ts'
import { headerOf, valuesOf } from '../documents/body.ts'
import { bodyOf, type DocumentRecord, type LineRecord } from '../documents/store.ts'
import { type Check, holds } from './check.ts'

const bookedStates = `('inProgress', 'posted', 'reversed')`

/** How many stages each kind of document goes through; one that is taken back between them was never wholly in the books. */
const stageCounts = documentKinds.map(({ kind, stages }) => `('${kind}', ${stages?.length ?? 1})`).join(', ')

/** SQL: true of a line of a document `d` that one of its receivers has confirmed while others have still to. */
const isReceivedText = (lineNo: string): string => `(d.stage = 0 and exists (
  select from document_receipt r where r.org_id = $1 and r.document_id = d.id and r.confirmed_at is not null and ${lineNo} = any (r.line_nos)))`

/** What must hold of documents and their lines. */
export const documentChecks: readonly Check[] = [
  holds(
    'documents: only what is in the books has moves, and no stage ahead of itself',
    `select distinct d.code from document d join move m on m.org_id = $1 and m.document_id = d.id
     where d.org_id = $1 and (d.state not in ${bookedStates} or m.stage >= d.stage and not ${isReceivedText('m.line_no')})`,
  ),
  {
    name: 'documents: what is in the books has made its moves',
    faults: async (query, orgId) => {
      const rows = await query<UnpostedDocument>(
        `select d.id, d.code, d.kind, d.stage, d.header, d.source_id as "sourceId",
                (select jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'sourceLine', l.source_line, 'data', l.data) order by l.line_no)
                 from document_line l where l.org_id = $1 and l.document_id = d.id) as lines
         from document d where d.org_id = $1 and d.state in ${bookedStates} and (d.stage > 0 or d.state = 'posted') and d.kind = any ($2::text[])
           and not exists (select from move m where m.org_id = $1 and m.document_id = d.id)`,
        [orgId, movingKinds.map(({ kind }) => kind)],
      )
      const faulty = rows.filter(shouldHaveMoved)
      return { count: faulty.length, example: faulty[0]?.code ?? null }
    },
  },
  holds(
    'documents: what is in the books says since when',
    `select code from document d join (values ${stageCounts}) as s (kind, stages) on s.kind = d.kind
     where org_id = $1 and ((state = 'posted' or state = 'reversed' and stage >= s.stages) > (posted_at is not null)
       or (state = 'draft' and (submitted_at is not null or instance_id is not null)))`,
  ),
  holds(
    'documents: no line is fulfilled further than it asked for',
    `select d.code from document_line l join document d on d.org_id = $1 and d.id = l.document_id
     where l.org_id = $1 and l.done_quantity + l.given_up > coalesce(l.quantity, 0)`,
  ),
  holds(
    'documents: what is given up of a line somebody gave up',
    `select d.code from document_line l join document d on d.org_id = $1 and d.id = l.document_id
     left join (
       select e.document_id, (r ->> 'lineNo')::int as line_no, sum((r ->> 'quantity')::numeric) as quantity
       from document_event e cross join jsonb_array_elements(e.details -> 'rest') r where e.org_id = $1 and e.action = 'giveUp' group by 1, 2
     ) g on g.document_id = l.document_id and g.line_no = l.line_no
     where l.org_id = $1 and l.given_up <> coalesce(g.quantity, 0)`,
  ),
  {
    name: 'documents: what is fulfilled is what the document itself and its followers in the books brought',
    faults: async (query, orgId) => {
      const rows = await query<{
        code: string
        kind: string
        state: string
        done: string
        followed: string
        data: Record<string, unknown>
        isReceived: boolean
      }>(
        `select d.code, d.kind, d.state, l.done_quantity as done, coalesce(f.quantity, 0) as followed, l.data,
           ${isReceivedText('l.line_no')} as "isReceived"
         from document_line l join document d on d.org_id = $1 and d.id = l.document_id
         left join (
           select f.source_id, fl.source_line, sum(fl.quantity) as quantity
           from document f join document_line fl on fl.org_id = $1 and fl.document_id = f.id
           where f.org_id = $1 and f.source_id is not null and fl.source_line is not null and f.state in ('inProgress', 'posted') group by 1, 2
         ) f on f.source_id = l.document_id and f.source_line = l.line_no
         where l.org_id = $1 and (l.done_quantity <> coalesce(f.quantity, 0) or d.kind = any ($2::text[]) and d.state = 'posted')`,
        [orgId, documentKinds.filter(({ shortfallRule }) => shortfallRule).map(({ kind }) => kind)],
      )
      const faulty = rows.filter(({ kind: name, state, done, followed, data, isReceived }) => {
        const quantity = state === 'posted' || (state === 'inProgress' && isReceived) ? broughtBy(kindNamed(name), data) : '0'
        return compare(done, add(followed, quantity)) !== 0
      })
      return { count: faulty.length, example: faulty[0]?.code ?? null }
    },
  },
]

const movingKinds = documentKinds.filter((kind) => kind.moves ?? kind.createdAssets)

/** Asks the kind itself whether a document of it with this content moves anything. */
type UnpostedDocument = Pick<DocumentRecord, 'id' | 'code' | 'kind' | 'stage' | 'header' | 'sourceId'> & {
  readonly lines: readonly Pick<LineRecord, 'lineNo' | 'sourceLine' | 'data'>[] | null
}

const shouldHaveMoved = (record: UnpostedDocument): boolean => {
  const kind = kindNamed(record.kind)
  const body = bodyOf(record, record.lines ?? [])
  return body.lines.some(
    (line) =>
      (kind.moves?.(headerOf(body), valuesOf(line), 0) ?? []).length > 0 ||
      (kind.createdAssets?.(headerOf(body), valuesOf(line)) ?? []).length > 0,
  )
}
