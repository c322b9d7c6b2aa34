import { BpmnModdle, type ModdleElement } from 'bpmn-moddle'
import { entryOf } from '../../../kernel/assert.ts'
import { type Refusal, refusal } from '../../../kernel/refusal.ts'
import type { BpmnElement, BpmnFlow, BpmnProcess, BpmnTimer } from '../../../domain/approval/design/bpmn.ts'
import type { BpmnDrawing } from '../../../domain/approval/design/bpmnDrawing.ts'

/** A process with its drawing as a file of BPMN 2.0. */
export const writeBpmn = async (process: BpmnProcess, bpmnDrawing: BpmnDrawing): Promise<string> => {
  const elementById = new Map(process.elements.map((element) => [element.id, elementOf(element)]))
  const flows = new Map(process.flows.map((flow) => [flow.id, flowOf(flow, elementById)]))
  const { from, to } = { from: Map.groupBy(process.flows, (flow) => flow.from), to: Map.groupBy(process.flows, (flow) => flow.to) }
  const ends = (flowsFound: readonly BpmnFlow[] | undefined) => (flowsFound ?? []).map(({ id }) => entryOf(flows, id))
  for (const { id, otherwise } of process.elements)
    Object.assign(entryOf(elementById, id), {
      incoming: ends(to.get(id)),
      outgoing: ends(from.get(id)),
      ...(otherwise === undefined ? {} : { default: entryOf(flows, otherwise) }),
    })
  const root = moddle.create('bpmn:Process', {
    id: process.id,
    name: process.name,
    isExecutable: false,
    ...extension(process.settings),
    flowElements: [...elementById.values(), ...flows.values()],
  })
  const plane = moddle.create('bpmndi:BPMNPlane', {
    id: 'drawing.plane',
    bpmnElement: root,
    planeElement: [
      ...bpmnDrawing.shapes.map(({ element, ...bounds }) => shapeOf(entryOf(elementById, element), element, bounds)),
      ...bpmnDrawing.edges.map(({ flow, points }) =>
        moddle.create('bpmndi:BPMNEdge', {
          id: `drawing.${flow}`,
          bpmnElement: flows.get(flow),
          waypoint: points.map((point) => moddle.create('dc:Point', point)),
        }),
      ),
    ],
  })
  const diagram = moddle.create('bpmndi:BPMNDiagram', { id: 'drawing', plane })
  const file = { id: 'definitions', targetNamespace: namespace, exporter: 'Zaice', rootElements: [root], diagrams: [diagram] }
  const { xml } = await moddle.toXML(moddle.create('bpmn:Definitions', file), { format: true })
  return xml
}

/** The one process of a file. Refuses what is no BPMN, several processes, and whatever a reader of XML may be made to choke on. */
export const readBpmn = async (xml: string): Promise<{ process: BpmnProcess } | { refusal: Refusal }> => {
  if (xml.length > charactersMax) return { refusal: refusal('approval.bpmn.tooLong', '文件过大，最多{max}个字符', { max: charactersMax }) }
  // Only comments and CDATA may begin so: no document types, no entities.
  if (/<!(?!--|\[CDATA\[)/.test(xml)) return { refusal: refusal('approval.bpmn.entities', '文件含有文档类型声明，不能导入') }
  const root = await rootOf(xml)
  if (!root) return { refusal: refusal('approval.bpmn.malformed', '不是BPMN 2.0文件，或文件已损坏') }
  const [process, second] = list(root['rootElements']).filter(({ $type }) => $type === 'bpmn:Process')
  if (!process) return { refusal: refusal('approval.bpmn.noProcess', '文件中没有流程') }
  if (second) return { refusal: refusal('approval.bpmn.severalProcesses', '文件中有多个流程，一次只能导入一个') }
  const elements = list(process['flowElements']).filter(({ $type }) => !drawnOnly.has($type))
  return {
    process: {
      id: text(process['id']),
      name: text(process['name']),
      ...settingsOf(process),
      elements: elements.filter(({ $type }) => $type !== 'bpmn:SequenceFlow').map(readElement),
      flows: elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow').map(readFlow),
    },
  }
}

/** As many as a request may carry besides. */
export const charactersMax = 500_000

const namespace = 'https://zaice.app/bpmn'

const moddle = new BpmnModdle({
  zaice: {
    name: 'Zaice',
    uri: namespace,
    prefix: 'zaice',
    xml: { tagAlias: 'lowerCase' },
    types: [{ name: 'Settings', superClass: ['Element'], properties: [{ name: 'json', isBody: true, type: 'String' }] }],
  },
})

/** What a process shows without doing it. */
const drawnOnly: ReadonlySet<string> = new Set(['bpmn:DataObject', 'bpmn:DataObjectReference', 'bpmn:DataStoreReference'])

const elementOf = ({ id, type, name, settings, loop, timer, calls }: BpmnElement): ModdleElement =>
  moddle.create(`bpmn:${capital(type)}`, {
    id,
    ...(name ? { name } : {}),
    ...extension(settings),
    ...(loop && loop !== 'other' ? { loopCharacteristics: loopOf(loop) } : {}),
    ...(timer ? { eventDefinitions: [moddle.create('bpmn:TimerEventDefinition', timerOf(timer))] } : {}),
    ...(calls ? { calledElement: calls } : {}),
  })

const loopOf = ({ sequential, until }: { sequential: boolean; until?: string }): ModdleElement =>
  moddle.create('bpmn:MultiInstanceLoopCharacteristics', {
    isSequential: sequential,
    ...(until ? { completionCondition: expression(until) } : {}),
  })

const timerOf = (timer: BpmnTimer) =>
  'date' in timer ? { timeDate: expression(timer.date) } : { timeDuration: expression(timer.duration) }

const flowOf = ({ id, from, to, name, condition, settings }: BpmnFlow, elementById: ReadonlyMap<string, ModdleElement>): ModdleElement =>
  moddle.create('bpmn:SequenceFlow', {
    id,
    ...(name ? { name } : {}),
    ...extension(settings),
    sourceRef: elementById.get(from),
    targetRef: elementById.get(to),
    ...(condition ? { conditionExpression: expression(condition) } : {}),
  })

const shapeOf = (bpmnElement: ModdleElement, id: string, bounds: object): ModdleElement =>
  moddle.create('bpmndi:BPMNShape', {
    id: `drawing.${id}`,
    bpmnElement,
    ...(bpmnElement.$type === 'bpmn:ExclusiveGateway' ? { isMarkerVisible: true } : {}),
    bounds: moddle.create('dc:Bounds', { ...bounds }),
  })

const extension = (settings: string | undefined) =>
  settings === undefined
    ? {}
    : { extensionElements: moddle.create('bpmn:ExtensionElements', { values: [moddle.create('zaice:Settings', { json: settings })] }) }

const expression = (body: string): ModdleElement => moddle.create('bpmn:FormalExpression', { body })

const rootOf = async (xml: string): Promise<ModdleElement | undefined> => {
  try {
    const { rootElement } = await moddle.fromXML(xml, 'bpmn:Definitions')
    return rootElement
  } catch {
    // Whatever it stumbled over, the file is not what it should be.
    return undefined
  }
}

const readElement = (element: ModdleElement): BpmnElement => {
  const definitions = [...list(element['eventDefinitions']), ...list(element['eventDefinitionRef'])]
  const events = definitions.map(({ $type }) => small($type))
  const [timer] = definitions.filter(({ $type }) => $type === 'bpmn:TimerEventDefinition').map(readTimer) // prettier-ignore
  const loop = elementIn(element['loopCharacteristics'])
  const calls = text(element['calledElement'])
  const otherwise = idOf(element['default'])
  return {
    id: text(element['id']) || small(element.$type),
    type: small(element.$type),
    name: text(element['name']),
    ...settingsOf(element),
    ...(loop ? { loop: readLoop(loop) } : {}),
    ...(events.length > 0 ? { events } : {}),
    ...(timer ? { timer } : {}),
    ...(calls ? { calls } : {}),
    ...(otherwise ? { otherwise } : {}),
  }
}

const readLoop = (loop: ModdleElement): NonNullable<BpmnElement['loop']> => {
  if (loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') return 'other'
  const until = bodyOf(loop['completionCondition'])
  return { sequential: loop['isSequential'] === true, ...(until ? { until } : {}) }
}

const readTimer = (timer: ModdleElement): BpmnTimer | undefined => {
  const [duration, date] = [bodyOf(timer['timeDuration']), bodyOf(timer['timeDate'])]
  if (duration) return { duration }
  return date ? { date } : undefined
}

const readFlow = (flow: ModdleElement): BpmnFlow => {
  const condition = bodyOf(flow['conditionExpression'])
  const [from, to] = [idOf(flow['sourceRef']), idOf(flow['targetRef'])]
  return { id: text(flow['id']), from, to, name: text(flow['name']), ...(condition ? { condition } : {}), ...settingsOf(flow) }
}

const settingsOf = (element: ModdleElement): { settings?: string } => {
  const extensions = elementIn(element['extensionElements'])
  const ours = list(extensions?.['values']).find(({ $type }) => $type === 'zaice:Settings')
  return ours ? { settings: text(ours['json']) } : {}
}

const isElement = (value: unknown): value is ModdleElement => typeof value === 'object' && value !== null && '$type' in value
const elementIn = (value: unknown): ModdleElement | undefined => (isElement(value) ? value : undefined)
const list = (value: unknown): ModdleElement[] => (Array.isArray(value) ? value.filter(isElement) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const bodyOf = (value: unknown): string => text(elementIn(value)?.['body']).trim()
const idOf = (value: unknown): string => text(elementIn(value)?.['id'])
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const small = (type: string): string => type.charAt(5).toLowerCase() + type.slice(6)
