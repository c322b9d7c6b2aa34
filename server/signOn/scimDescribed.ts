import { ScimFault } from '../../domain/signOn/scimFault.ts'
import { enterpriseSchema, groupSchema, userSchema } from '../../domain/signOn/scim.ts'

const listResponse = <R extends object>(resources: readonly R[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

const attribute = (name: string, options: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...options,
})
const several = (name: string, ...parts: object[]) =>
  attribute(name, { type: 'complex', multiValued: true, subAttributes: [attribute('value'), attribute('type'), ...parts] })
const primary = attribute('primary', { type: 'boolean' })

/** What the service can do, as SCIM asks for it. */
export const descriptions = {
  ServiceProviderConfig: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [{ type: 'oauthbearertoken', name: 'Bearer', description: 'A token that an administrator has made' }],
  },
  ResourceTypes: listResponse([
    {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      schema: userSchema,
      schemaExtensions: [{ schema: enterpriseSchema, required: false }],
    },
    {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: 'Group',
      name: 'Group',
      endpoint: '/Groups',
      schema: groupSchema,
    },
  ]),
  Schemas: listResponse([
    {
      schemas: [schemaSchema],
      id: userSchema,
      name: 'User',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        attribute('displayName'),
        attribute('name', { type: 'complex', subAttributes: [attribute('formatted'), attribute('familyName'), attribute('givenName')] }),
        attribute('title'),
        attribute('active', { type: 'boolean' }),
        several('emails', primary),
        several('phoneNumbers', primary),
      ],
    },
    { schemas: [schemaSchema], id: enterpriseSchema, name: 'EnterpriseUser', attributes: [attribute('employeeNumber')] },
    {
      schemas: [schemaSchema],
      id: groupSchema,
      name: 'Group',
      attributes: [attribute('displayName', { required: true }), several('members')],
    },
  ]),
}

/** One schema or type of resource by its id. */
export const describedOne = (path: 'Schemas' | 'ResourceTypes', id: string): object => {
  const resourceFound = descriptions[path].Resources.find((resource) => resource.id === id)
  if (!resourceFound) throw new ScimFault(404, 'There is no such resource.')
  return resourceFound
}
