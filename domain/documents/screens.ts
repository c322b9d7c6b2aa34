/** What a kind's screens are known by: its name, the last part of its form's path, and of the paths of further pages. */
export type NamedScreens<K extends string = string, F extends string = string, P extends string = string> = {
  readonly kind: K
  readonly form?: { readonly name: F; readonly title: string }
  readonly pages?: readonly { readonly name: P; readonly title: string }[]
}

/** The paths of the list, the form or the further pages of such a kind. */
export type ScreenPathOf<D, Of extends 'list' | 'form' | 'page'> =
  D extends NamedScreens<infer K, infer F, infer P>
    ? `/pages/${K extends `Cs${string}` ? 'consumables' : K extends `Oa${string}` ? 'office' : 'goods'}/${K}/${{ list: 'index'; form: F; page: P }[Of]}`
    : never

/** Which part of the product it belongs to. */
export const areaOf = ({ kind }: NamedScreens): 'consumables' | 'goods' | 'office' => {
  if (kind.startsWith('Cs')) return 'consumables'
  return kind.startsWith('Oa') ? 'office' : 'goods'
}

/** The screen with the list of its documents, the one with the form of one, and a further page. */
export const listPathOf = (screens: NamedScreens): string => pagePathOf(screens, 'index')
export const formPathOf = (screens: NamedScreens): string =>
  pagePathOf(screens, screens.form?.name ?? `${screens.kind.toLowerCase()}-pedit`)
export const pagePathOf = (screens: NamedScreens, name: string): string => `/pages/${areaOf(screens)}/${screens.kind}/${name}`
