import { approval, assetManagers, defineFlow, headOfDepartment, namingPieces } from './define.ts'

/** Assets asked for by model and quantity: the head agrees, an asset manager says which pieces. */
export const outstockFlow = defineFlow({
  key: 'outstock',
  version: 2,
  name: '资产领用流程',
  moduleCode: 'gs_goods',
  icon: 'package-open',
  color: '#0081ff',
  documentKind: 'GsOutstockOrder',
  order: 1,
  byDefault: true,
  startFields: { 'lines.assets': 'read' },
  body: [
    headOfDepartment(),
    approval('keeper', '资产管理员发放', [assetManagers], {
      fields: { ...namingPieces, department: 'write', place: 'write' },
    }),
  ],
})
