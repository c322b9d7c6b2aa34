import { assertDefined, entryOf, lastOf } from '../../../kernel/assert.ts'
import { endId, joinId, mergeId, startId, type BpmnElement, type BpmnProcess } from './bpmn.ts'
import type { Definition, Node } from '../flow/definition.ts'
import { diagramNodes, layOut, type DiagramBox, type DiagramNode } from '../flow/diagram.ts'

/** Where the elements of a process stand in its drawing, in units of one pixel, and the points that its flows go through. */
export type BpmnDrawing = {
  shapes: { element: string; x: number; y: number; width: number; height: number }[]
  edges: { flow: string; points: Point[] }[]
}
type Point = { x: number; y: number }

/** The drawing of the process that `definition` makes: the same columns as on our own screens. */
export const drawingOf = (definition: Definition, { elements, flows }: BpmnProcess): BpmnDrawing => {
  const { boxes } = layOut(
    withGateways(
      diagramNodes(
        definition,
        () => '',
        () => '',
      ),
      definition,
      new Set(elements.map(({ id }) => id)),
    ),
  )
  const shapes = new Map(elements.map((element) => [element.id, shapeOf(element, boxOf(boxes, element.id))]))
  const arms = new Map(boxes.filter(({ kind }) => kind === 'arm').map((box) => [box.key, box]))
  const usedIds = new Map<string, number>()
  const edges = flows.map(({ id, from, to }) => {
    const [above, below] = [entryOf(shapes, from), entryOf(shapes, to)]
    const nth = usedIds.get(from) ?? 0
    usedIds.set(from, nth + 1)
    const branch = boxes.find(({ key, kind }) => key === from && kind === 'branch')?.node
    const column = branch?.arms[nth] && arms.get(`${from}/${branch.arms[nth].id}`)
    if (column) return { flow: id, points: downTo(above, below, { x: column.x + column.width / 2, y: column.y }) }
    const isJump = to.endsWith('.merge') && boxes.some(({ key, kind }) => key === from && kind === 'route') && nth === 0
    return { flow: id, points: isJump ? around(above, below, [...shapes.values()]) : downTo(above, below) }
  })
  return { shapes: [...shapes].map(([element, box]) => ({ element, ...box })), edges }
}

type Box = Pick<DiagramBox, 'x' | 'y' | 'width' | 'height'>

/** The nodes of our drawing with those that only BPMN has: where arms join and where jumps come in. */
const withGateways = (nodes: DiagramNode[], { body }: Definition, elements: ReadonlySet<string>): DiagramNode[] => {
  const gateway = (id: string, { inside }: DiagramNode): DiagramNode => ({
    id,
    kind: 'route',
    name: '',
    note: '',
    inside,
    branch: null,
    arms: [],
    to: null,
  })
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const listed = (sequence: Node[]): DiagramNode[] =>
    sequence.flatMap((node) => {
      const own = entryOf(byId, node.id)
      return [
        ...(elements.has(mergeId(node.id)) ? [gateway(mergeId(node.id), own)] : []),
        own,
        ...(node.t === 'branch' ? [...node.arms.flatMap((arm) => listed(arm.body)), gateway(joinId(node.id), own)] : []),
      ]
    })
  return listed(body)
}

const endKeys: Readonly<Record<string, string>> = { [startId]: 'START', [endId]: 'END' }

const boxOf = (boxes: DiagramBox[], id: string): DiagramBox => {
  const key = endKeys[id] ?? id
  return assertDefined(
    boxes.find((box) => box.key === key && box.kind !== 'arm'),
    `the box of ${id}`,
  )
}

const shapeOf = ({ type }: BpmnElement, box: DiagramBox): Box => {
  const side = sideOf(type)
  if (side === undefined) return { x: box.x, y: box.y, width: box.width, height: box.height }
  return { x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, width: side, height: side }
}

/** How wide and high a symbol is that is a square; others are as their boxes. */
const sideOf = (type: BpmnElement['type']): number | undefined => {
  if (type.endsWith('Gateway')) return 50
  return type.endsWith('Event') ? 36 : undefined
}

/** From below one box to above another, through the top of a column where there is one; it turns close to what it joins. */
const downTo = (from: Box, to: Box, column?: Point): Point[] => {
  const start = { x: from.x + from.width / 2, y: from.y + from.height }
  const end = { x: to.x + to.width / 2, y: to.y }
  const turns = [...(column ? [{ x: column.x, y: (start.y + column.y) / 2 }] : []), { x: end.x, y: end.y - 16 }]
  const points = [start]
  for (const { x, y } of turns) points.push({ x: lastOf(points).x, y }, { x, y })
  points.push(end)
  return points.filter(({ x }, index) => points[index - 1]?.x !== x || points[index + 1]?.x !== x)
}

/** Down on the right of everything between the two. */
const around = (from: Box, to: Box, boxes: Box[]): Point[] => {
  const [top, bottom] = [from.y, to.y + to.height]
  const right = Math.max(...boxes.filter(({ y, height }) => y + height >= top && y <= bottom).map(({ x, width }) => x + width)) + 20
  const middle = ({ y, height }: Box): number => y + height / 2
  return [
    { x: from.x + from.width, y: middle(from) },
    { x: right, y: middle(from) },
    { x: right, y: middle(to) },
    { x: to.x + to.width, y: middle(to) },
  ]
}
