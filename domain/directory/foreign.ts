/**
 * People and departments as another person keeps them: a workplace chat, a company's LDAP, a client of SCIM. Each is known by an id that its
 * keeper gave and never gives to another. What is undefined its keeper does not say, and stays as it is here; what is null is empty there.
 */
export type ForeignPerson = {
  readonly id: string
  /** Not said where the keeper shows names by its own means only. */
  readonly name?: string | undefined
  /** A mobile number of eleven digits. */
  readonly phone?: string | null | undefined
  readonly email?: string | null | undefined
  readonly position?: string | null | undefined
  readonly employeeNo?: string | null | undefined
  /** Address of a picture. */
  readonly avatar?: string | null | undefined
  /** The name they sign in with at their keeper's; ours where no one here has it. */
  readonly username?: string | null | undefined
  /** The first is the main one. Those that the keeper does not show are left away. */
  readonly departmentIds: readonly string[]
  /** False for a person who is still there and may not sign in. */
  readonly isActive: boolean
  /** Administers the organisation at the keeper's; says who gets the first rights here, and nothing later. */
  readonly isAdministrator?: boolean | undefined
}

export type ForeignDepartment = {
  readonly id: string
  /** The one above; undefined or unknown: directly below the organisation. */
  readonly parentId?: string | undefined
  readonly name?: string | undefined
  readonly order?: number | undefined
  /** People who head it, the first one first. */
  readonly headIds?: readonly string[] | undefined
}

/** A part of a long list, and where the next begins; undefined at the end. */
export type ForeignPart<T> = { readonly rows: readonly T[]; readonly next?: string | undefined }

/** The person who can be asked for all that they keep, part by part: the same places give the same parts, so that a list goes on where it was cut off. */
export type ForeignDirectory = {
  readonly departments: (from?: string) => Promise<ForeignPart<ForeignDepartment>>
  readonly people: (from?: string) => Promise<ForeignPart<ForeignPerson>>
  /** One of them as they are now; undefined where there is no such person (any more), or none that we may see. */
  readonly person: (id: string) => Promise<ForeignPerson | undefined>
  readonly department: (id: string) => Promise<ForeignDepartment | undefined>
}
