/** What calls are asked with, as the page of the API shows it. Ids are those of the caller's organisation. */
export const exampleInputs: Readonly<Record<string, unknown>> = {
  'gsgoodsinstance.list': {
    pageSize: 100,
    where: [{ key: 'state', is: 'in', value: ['idle'] }],
  },
  'gsgoodsinstance.info': { id: '385496286815539815' },
  'gsgoodsinstance.save': {
    id: '385496286815539815',
    goodsId: '385496286815539001',
    instanceName: 'ThinkPad X1',
    instanceCode: 'NB-2026-0001',
  },
  'gssupplier.save': { id: '385496286815539816', supplierCode: 'S-001', supplierName: 'Lenovo (Beijing) Ltd.' },
  'cslocstock.list': { pageSize: 100 },
  'table.groups': {
    table: 'cslines',
    asked: {
      where: [
        { key: 'kind', is: 'in', value: ['CsOutstockOrder'] },
        { key: 'movedOn', is: 'last', value: '365' },
      ],
    },
    by: [{ key: 'deptId' }, { key: 'movedOn', period: 'month' }],
    figures: [{ key: 'movedQuantity', of: 'sum' }],
  },
  'gsvalue.voucherNumber': { id: '385496286815539817', foreignNumber: 'JZ-128' },
}
