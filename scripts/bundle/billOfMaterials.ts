import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const component = v.looseObject({
  'bom-ref': v.string(),
  name: v.string(),
  version: v.string(),
  licenses: v.optional(
    v.array(
      v.looseObject({
        license: v.optional(v.looseObject({ id: v.optional(v.string()), name: v.optional(v.string()) })),
        expression: v.optional(v.string()),
      }),
    ),
  ),
})
const bill = v.looseObject({
  metadata: v.looseObject({ component: v.looseObject({}) }),
  components: v.array(component),
  dependencies: v.array(v.looseObject({ ref: v.string(), dependsOn: v.optional(v.array(v.string())) })),
})
export type BillOfMaterials = v.InferOutput<typeof bill>

/** What is in a bundle, as CycloneDX (JSON): the packages of these folders, as the lock file names them. Equal packages make equal bills. */
export const billOf = (root: string, packages: readonly string[]): BillOfMaterials => {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`npm could not write the bill of materials: ${stderr}`)
  const { serialNumber: _serialNumber, ...npmBill } = v.parse(bill, JSON.parse(stdout))
  const references = new Set(packages.map((path) => referenceOf(join(root, path))))
  const { timestamp: _timestamp, ...metadata } = npmBill.metadata
  return {
    ...npmBill,
    metadata: { ...metadata, component: { ...metadata.component, name: 'zaice', type: 'application' } },
    components: npmBill.components.filter(({ name, version }) => references.has(`${name}@${version}`)),
    dependencies: npmBill.dependencies
      .filter(({ ref }) => references.has(ref))
      .map(({ dependsOn = [], ...dependency }) => ({ ...dependency, dependsOn: dependsOn.filter((ref) => references.has(ref)) })),
  }
}

const referenceOf = (folder: string): string => {
  const { name, version } = v.parse(
    v.looseObject({ name: v.string(), version: v.string() }),
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  )
  return `${name}@${version}`
}

/** The licence of each component, a line each. */
export const licencesOf = ({ components }: BillOfMaterials): string =>
  components
    .map(({ name, version, licenses = [] }) => {
      const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
      return `${name} ${version}: ${names.join(', ') || 'see its folder'}\n`
    })
    .toSorted()
    .join('')
