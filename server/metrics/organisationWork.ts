const secondsByOrganisation = new Map<string, number>()

/** Adds the time of a request to what its organisation took of this process. */
export const noteWork = (orgId: string, seconds: number): void =>
  void secondsByOrganisation.set(orgId, (secondsByOrganisation.get(orgId) ?? 0) + seconds)

/** The organisations whose requests took longest since the process began, the busiest first. */
export const busiest = (atMost: number): { readonly orgId: string; readonly seconds: number }[] =>
  [...secondsByOrganisation]
    .map(([orgId, seconds]) => ({ orgId, seconds }))
    .toSorted((one, next) => next.seconds - one.seconds)
    .slice(0, atMost)
