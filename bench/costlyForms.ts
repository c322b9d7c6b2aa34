/** Forms whose rules cost as much as a form may, and flows in use that ask for them. */

/** Posts JSON to an operation of workflows and answers its data. */
type Post = (path: string, body: object) => Promise<Readonly<Record<string, unknown>>>

type Column = Readonly<Record<string, unknown>>

const column = (key: string, control: object, more: object = {}): Column => ({
  t: 'field',
  key,
  label: key,
  required: false,
  control,
  ...more,
})
const table = (columns: readonly Column[], max: number) => ({
  schema: 1,
  items: [{ t: 'table', key: 'lines', label: 'lines', min: 0, max, columns }],
})

/** A table whose texts are held against an expression that enters 1,280 steps at each character, and a draft of 0.95 MB for it. */
export const costlyPatterns = () => {
  const control = { type: 'text', max: 1000, lines: 1, rule: 'pattern', pattern: '^(?:a?){640}b$' }
  const columns = Array.from({ length: 5 }, (_, n) => column(`c${n}`, control))
  const row = Object.fromEntries(columns.map(({ key }) => [key, 'a'.repeat(930)]))
  return { design: table(columns, 200), form: { lines: Array.from({ length: 200 }, () => row) } }
}

/** A table with as many sums as can be published, and a draft in which every row is filled in. */
export const costlyFormulas = () => {
  const sum = Array.from({ length: 3 }, () => ({ sum: 'lines.a' })).reduce<object>((a, b) => ({ op: '+', a, b }), { f: 'a' })
  const columns = [
    column('a', { type: 'money' }),
    ...Array.from({ length: 3 }, (_, n) => column(`f${n}`, { type: 'money' }, { formula: sum })),
  ]
  return { design: table(columns, 200), form: { lines: Array.from({ length: 200 }, () => ({ a: '1.25' })) } }
}

/** A form with more formulas than can be published: 29 columns of 30 sums. */
export const boundlessFormulas = () => {
  const sums = { call: 'max', args: Array.from({ length: 30 }, () => ({ sum: 'lines.a' })) }
  const computed = Array.from({ length: 29 }, (_, n) => column(`f${n}`, { type: 'money' }, { formula: sums }))
  return table([column('a', { type: 'money' }), ...computed], 200)
}

/** Publishes a form and a flow that asks for it; answers the key of the flow. */
export const flowWith = async (post: Post, design: object): Promise<string> => {
  const { formKey, revision } = await post('/form/save', { formName: 'costly', revision: 0, design })
  await post('/form/publish', { formKey, revision })
  const { flowKey } = await post('/createFlow', { flowName: 'costly', flowIcon: 'shopping-cart', color: '#0081ff', formKey })
  await post('/publishDefinition', { flowKey, revision: 1 })
  return String(flowKey)
}
