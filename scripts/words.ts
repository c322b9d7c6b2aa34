/** Which Chinese texts the code says, and which of them have no English. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { firstOf } from '../kernel/assert.ts'

/**
 * A text as the code has it. `composed`: a template puts it together, so no dictionary can know it. `excused`: it stands where
 * Chinese need not be translated.
 */
export type WordUse = {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly composed: boolean
  readonly excused: boolean
}

/** Dictionaries by the path of their file. */
export type Dictionaries = ReadonlyMap<string, Readonly<Record<string, string>>>

/** The Chinese texts of one source file: strings, templates, JSX, names of properties, quoted literals of SQL. Comments and patterns are none. */
export const textsOf = (path: string, source: string): WordUse[] => {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const exempt = exceptions.filter((exception) => exception.path === path || path.startsWith(`${exception.path}/`))
  const spans = program.body.filter((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    const names =
      declaration?.type === 'VariableDeclaration' ? declaration.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : '')) : []
    return exempt.some((exemption) => !exemption.names || exemption.names.some((name) => names.includes(name)))
  })
  const uses: WordUse[] = []
  const hear = (text: string, position: number, isComposed: boolean): void => {
    if (!chinese.test(text)) return
    const line = source.slice(0, position).split('\n').length
    const isExcused = spans.some(({ start, end }) => start <= position && position < end)
    if (sql.test(text))
      for (const [, quotedText = ''] of text.matchAll(sqlText))
        uses.push({ path, line, text: quotedText, composed: false, excused: isExcused })
    else uses.push({ path, line, text: text.trim(), composed: isComposed, excused: isExcused })
  }
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') hear(value, start, false)
    },
    TemplateLiteral: ({ quasis, start }) => hear(quasis.map(({ value }) => value.cooked).join('${}'), start, quasis.length > 1),
    JSXText: ({ value, start }) => hear(value, start, false),
    Property: ({ key }) => {
      if (key.type === 'Identifier') hear(key.name, key.start, false)
    },
  }).visit(program)
  return uses
}

/** What keeps a reader of English from reading everything, one sentence each; empty when all is well. */
export const wordFaults = (uses: readonly WordUse[], dictionaries: Dictionaries): string[] => {
  const isKnown = (path: string, text: string): boolean =>
    [...dictionaries].some(([file, words]) => (path.startsWith('web/') || file.startsWith('domain/')) && Object.hasOwn(words, text))
  const missing = Map.groupBy(
    uses.filter(({ path, text, composed, excused }) => !excused && (composed || !isKnown(path, text))),
    ({ text, composed }) => (composed ? 'is put together, so it cannot be translated; give it {places}' : 'has no English') + `: ${text}`,
  )
  return [
    ...[...missing].map(([fault, faultyUses]) => {
      const { path, line } = firstOf(faultyUses)
      return `${path}:${line} ${fault}`
    }),
    ...dictionaryFaults(dictionaries, new Set(uses.map(({ text }) => text))),
  ]
}

export const readSaid = (root: string): WordUse[] =>
  globSync('{kernel,domain,hosts,devices,server,web,shell}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
    .filter((path) => !unread.test(path))
    .sort()
    .flatMap((path) => textsOf(path, readFileSync(join(root, path), 'utf8')))

export const readDictionaries = async (root: string): Promise<Dictionaries> => {
  const paths = globSync('{domain,web}/**/{english/*,english,*English}.ts', {
    cwd: root,
    exclude: ['**/all.ts', '**/*.test.ts', '**/moneyInEnglish.ts'],
  }).sort()
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, Record<string, string>]> => {
        const words: Record<string, Record<string, string>> = await import(join(root, path))
        return [path, Object.assign({}, ...Object.values(words))]
      }),
    ),
  )
}

/** Chinese that need not be translated: in a whole file, or in its named constants. */
export const exceptions: readonly { readonly path: string; readonly names?: readonly string[]; readonly why: string }[] = [
  {
    path: 'domain/records/columns.ts',
    names: ['flags'],
    why: 'answers that people write in sheets; read, never shown',
  },
  {
    path: 'domain/records/import/headers.ts',
    names: ['pictures', 'subjectsByNoun', 'lines', 'aliases'],
    why: 'headers that people write in sheets; read, never shown',
  },
  { path: 'domain/invoices/invoice.ts', names: ['deductibleWord'], why: 'looked for in the kinds of invoices' },
  {
    path: 'server/invoices/reading/layouts.ts',
    names: ['digitalInvoice', 'archivedInvoice', 'kindsOfCode'],
    why: 'kinds of invoices as they are printed; stored as they are written',
  },
  { path: 'server/invoices/reading/ofd.ts', names: ['taggedFacts'], why: 'names under which invoices state values; read, never shown' },
  { path: 'server/invoices/reading/values.ts', names: ['fullWidthPercent'], why: 'a sign that issuers write; read, never shown' },
  {
    path: 'server/records/import/assetRow.ts',
    names: ['remarkOfHolder'],
    why: 'what a sheet says, with its header; kept as it is written',
  },
  {
    path: 'domain/approval/design/formFormula.ts',
    names: ['operatorsTyped', 'signsTyped'],
    why: 'signs that people type; read, never shown',
  },
  { path: 'server/db/features/databaseFeatures.ts', names: ['databaseFeatures'], why: 'characters that a database compares; never shown' },
  {
    path: 'server/books/voucherSheets.ts',
    names: ['u8', 'kingdee', 'kingdeeItems'],
    why: 'headers that ledger programs read; Chinese in every language',
  },
  { path: 'domain/documents/lineSheet.ts', names: ['ofLines'], why: 'headers that people write in sheets; read, never shown' },
  { path: 'domain/records/classification.ts', why: 'becomes data of the organisation, as the national standard has it' },
  { path: 'domain/calendar/holidays.ts', names: ['listed', 'sentences'], why: 'words of announcements; read, never shown' },
  { path: 'web/counting/device/search.ts', names: ['firsts'], why: 'characters that sounds are compared with; never shown' },
  { path: 'kernel/fields/amountOfCapitals.ts', why: 'numerals of amounts that are written out in sheets; read, never shown' },
  { path: 'kernel/cell.ts', why: 'dates, amounts and currencies as people write them in sheets; read, never shown' },
  {
    path: 'domain/records/recordStanding.ts',
    names: ['stateWords', 'conditionWords'],
    why: 'states as people write them in sheets; read, never shown',
  },
  { path: 'server/records/import/encoding.ts', names: ['familiar'], why: 'characters by which encodings are told apart; never shown' },
  { path: 'domain/records/units.ts', why: 'units as people write them in headers; read, and shown as they were written' },
  { path: 'domain/licence/offers.ts', why: 'stored with the order' },
  { path: 'domain/agenda/lunar.ts', why: 'days of the Chinese calendar have no other names; readers of English are shown figures' },
  { path: 'domain/rules/moneyCapitals.ts', why: 'amounts in capitals are Chinese figures in every language' },
  { path: 'domain/rules/constants.ts', names: ['trialWord'], why: 'looked for in the names of licence periods' },
  { path: 'domain/approval/design/bpmnReading.ts', names: ['kindNames'], why: 'stored with the flow' },
  { path: 'server/approval/flow/notices.ts', why: 'stored with the message, for readers of any language' },
  { path: 'server/approval/flow/run.ts', names: ['summaryOf'], why: 'stored with the process' },
  { path: 'server/documents/store.ts', names: ['derived'], why: 'stored with the document' },
  { path: 'hosts/dingtalk/standIn', why: 'a stand-in of DingTalk, which speaks as DingTalk does' },
  { path: 'hosts/feishu/standIn', why: 'a stand-in of Feishu, which speaks as Feishu does' },
  { path: 'hosts/feishu/callback.ts', names: ['takenAnswer'], why: 'told to Feishu in both languages' },
  { path: 'hosts/wecom/notices.ts', names: ['textBody'], why: 'a button of WeCom, beside its own' },
  { path: 'hosts/wecom/standIn', why: 'a stand-in of WeCom, which speaks as WeCom does' },
  { path: 'server/signOn/standIn', why: 'strangers of a stand-in, called as they are' },
  { path: 'web/vite.config.ts', why: 'the name of the installed app, one for all languages' },
]

/** Tests, what they stand on, dictionaries, and the organisations of the demo, which are data but for the form that they apply with. */
const unread = /\.test\.tsx?$|\/testing(\.ts$|\/)|^server\/(demo\/(?!purchaseForm\.ts)|\w+\/demo\.ts$)|\/english\//

/** A language is called by its own name. */
const ownName = '中文'

const han = /\p{Script=Han}/u
const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u
const sql = /^\s*(select|insert|update|delete|with)\s/i
const sqlText = /'([^']*\p{Script=Han}[^']*)'/gu

const dictionaryFaults = (dictionaries: Dictionaries, texts: ReadonlySet<string>): string[] => {
  const entries = [...dictionaries].flatMap(([file, words]) => Object.entries(words).map(([text, english]) => ({ file, text, english })))
  const differingEntries = [...Map.groupBy(entries, ({ text }) => text)].filter(
    ([, same]) => new Set(same.map(({ english }) => english)).size > 1,
  )
  return [
    ...differingEntries.map(
      ([text, same]) => `${text} is said in several ways: ${same.map(({ file, english }) => `${english} (${file})`).join(', ')}`,
    ),
    ...entries.filter(({ text }) => chinese.test(text) && !texts.has(text)).map(({ file, text }) => `${file}: nobody says ${text}`),
    ...entries
      .filter(({ english }) => han.test(english) && english !== ownName)
      .map(({ file, text }) => `${file}: the English of ${text} is Chinese`),
    ...entries
      .filter(({ text, english }) => placesIn(english).some((place) => !placesIn(text).includes(place)))
      .map(({ file, text, english }) => `${file}: ${english} has a place that ${text} lacks`),
  ]
}

const placesIn = (text: string): readonly string[] => text.match(/\{\w+(?=[|}])/g) ?? []
