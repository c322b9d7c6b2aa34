import { documentScreens, recordScreens } from '../declared.ts'
import type { frames } from '../travel.ts'

type Frame = Pick<ReturnType<typeof frames>['list'][number], 'path' | 'search'>

/** What stands on a screen, or beside its list, as "asset:123"; undefined where that is nothing by itself. */
export const thingOn = ({ path, search }: Frame): string | undefined => {
  const beside = search['open']
  if (beside) return beside
  for (const [noun, { form, detail = { path: form, id: 'id' } }] of Object.entries(recordScreens)) {
    const id = search[detail.id]
    if (detail.path === path && id) return `${noun}:${id}`
  }
  const kind = Object.keys(documentScreens).find((name) => path.includes(`/${name}/`))
  return kind && search['id'] ? `${kind}:${search['id']}` : undefined
}
