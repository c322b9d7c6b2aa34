/** What an organisation lets a person see who is no one of it and opens one of its labels. */
export type StrangersSetting = {
  readonly isOn: boolean
  /** How to reach the organisation, in its own words. */
  readonly contact: string
  readonly showsName: boolean
  readonly showsPicture: boolean
}

export const strangersOff: StrangersSetting = { isOn: false, contact: '', showsName: false, showsPicture: false }
