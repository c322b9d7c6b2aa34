import { administrators, approval, assetManagers, copyStep, defineFlow, headOfDepartment } from './define.ts'

/** Assets that leave for good: the head agrees, an asset manager looks at them, an administrator decides, the managers are told. */
export const handleFlow = defineFlow({
  key: 'gshandle',
  version: 1,
  name: '资产处置流程',
  moduleCode: 'gs_goods',
  icon: 'trash-2',
  color: '#6d4c41',
  documentKind: 'GsHandleOrder',
  order: 12,
  body: [
    headOfDepartment(),
    approval('keeper', '资产管理员核实', [assetManagers], {
      fields: { method: 'write', 'lines.proceeds': 'write', 'lines.saleCost': 'write' },
    }),
    approval('final', '管理员终审', [administrators], { require: { comment: 'always', signature: false, attachment: false } }),
    copyStep('told', '抄送资产管理员', [assetManagers]),
  ],
})
