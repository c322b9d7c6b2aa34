import { approval, assetManagers, defineFlow, headOfDepartment, namingPieces } from './define.ts'

/** Assets on loan: the head agrees, an asset manager says which pieces and may shorten the loan. */
export const borrowFlow = defineFlow({
  key: 'gsborrowFlow',
  version: 2,
  name: '资产借用流程',
  moduleCode: 'gs_goods',
  icon: 'hand-helping',
  color: '#ff9900',
  documentKind: 'GsBorrowOrder',
  order: 3,
  byDefault: true,
  startFields: { 'lines.assets': 'read' },
  body: [headOfDepartment(), approval('keeper', '资产管理员出借', [assetManagers], { fields: { ...namingPieces, dueOn: 'write' } })],
})
