import { approval, assetManagers, copyStep, defineFlow, headOfDepartment } from './define.ts'

/** Assets that go from one person to another: the head agrees, the receiver confirms, the asset managers are told. */
export const transFlow = defineFlow({
  key: 'transorderFlow',
  version: 1,
  name: '资产转移流程',
  moduleCode: 'gs_goods',
  icon: 'arrow-left-right',
  color: '#7c4dff',
  documentKind: 'GsTransOrder',
  order: 5,
  byDefault: true,
  body: [
    headOfDepartment(),
    approval('receiver', '接收人确认', [{ k: 'field', path: 'receiver' }], {
      dedupe: 'none',
      fields: { place: 'write' },
      ops: { transfer: false, delegate: false, addSign: false, rollback: false, cc: true },
    }),
    copyStep('told', '抄送资产管理员', [assetManagers]),
  ],
})
