import sharp from 'sharp'
import { type DrawingName, drawScene, drawThing, type Scene } from './drawings.ts'

/** The drawn pictures as WebP, made before any transaction begins. */
export type Pictures = { readonly thing: (drawingName: DrawingName) => Buffer; readonly scene: (scene: Scene) => Buffer }

export const drawPictures = async (drawingNames: readonly DrawingName[], scenes: readonly Scene[]): Promise<Pictures> => {
  const drawn = new Map<string, Buffer>()
  await Promise.all([
    ...drawingNames.map(async (drawingName) => drawn.set(drawingName, await webp(drawThing(drawingName, hueOf(drawingName))))),
    ...scenes.map(async (scene) => drawn.set(scene, await webp(drawScene(scene, sceneHues[scene])))),
  ])
  const find = (name: string): Buffer => {
    const picture = drawn.get(name)
    if (!picture) throw new Error(`There is no picture of ${name}.`)
    return picture
  }
  return { thing: find, scene: find }
}

const webp = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).webp({ quality: 95, effort: 2 }).toBuffer()

const sceneHues: Readonly<Record<Scene, number>> = { building: 210, counting: 200, saving: 158, welcome: 225 }

/** Families of colour, so that a list looks like one list. */
const families: readonly (readonly [hue: number, things: readonly DrawingName[]])[] = [
  [212, ['laptop', 'desktop', 'monitor', 'tablet', 'phone', 'screen', 'pen', 'clip']],
  [228, ['server', 'network', 'power', 'drive', 'cable', 'mouse', 'headset']],
  [192, ['printer', 'copier', 'scanner', 'aircon', 'water', 'bottle', 'toner']],
  [260, ['projector', 'conference', 'camera', 'tape', 'badge']],
  [28, ['desk', 'table', 'shelf', 'envelope', 'cup', 'roll']],
  [205, ['chair', 'sofa', 'cabinet', 'safe', 'car', 'folder']],
  [165, ['tissue', 'mask', 'glove', 'aid', 'bag', 'battery']],
  [42, ['paper', 'notebook']],
]

const hueOf = (drawingName: DrawingName): number => families.find(([, things]) => things.includes(drawingName))?.[0] ?? 212
