/** A question of the manual. `screens`: beginnings of the paths of screens that it is asked on; `to`: the screen where it is done. */
export type Topic = {
  readonly question: string
  readonly steps: readonly string[]
  readonly screens: readonly string[]
  readonly to?: string
}

/** `key`: the name of its page in the handbook; `device`: on which its pictures are taken. */
export type Chapter = {
  readonly key: string
  readonly title: string
  readonly device: 'phone' | 'desk'
  readonly topics: readonly Topic[]
}
