/** What SCIM answers instead of a resource. `detail` is for the log of the other side. */
export class ScimFault extends Error {
  readonly status: number
  readonly scimType: string | undefined
  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}
