import { bankImportColumns } from '@cheyi/domain/money/bank/import/columns'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { Page } from '../../../page/page.tsx'
import { RecordImport } from '../../../platform/table-import/parts/record-import.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Notice } from '../../../ui/layout.tsx'
import { bankScreens } from '../screens.ts'

/** Imports the statement of an account. */
export default function Import() {
  const at = useScreen(bankScreens.import)
  const patch = usePatch()
  const { data } = useRead(calls.bank.accounts, {})
  const accounts = (data ?? []).filter(({ stopped }) => !stopped)
  const accountId = accounts.find((one) => one.accountId === at.accountId)?.accountId ?? accounts[0]?.accountId ?? ''
  if (data !== undefined && accounts.length === 0) {
    return (
      <Page reading>
        <Notice action={{ label: '登记账户', onClick: () => go(bankScreens.accounts, {}) }}>
          先登记要导入流水的账户
        </Notice>
      </Page>
    )
  }
  return (
    <RecordImport
      at={at}
      columns={bankImportColumns}
      template={calls.bank.importTemplate}
      check={calls.bank.importCheck}
      askOf={({ names: _, ...table }) => ({ ...table, accountId })}
      confirm={calls.bank.importConfirm}
      option={
        <Field label="账户">
          <Select
            title="账户"
            value={accountId}
            options={accounts.map(({ accountId: value, name, accountNo }) => ({
              value,
              label: `${name} 尾号${accountNo.slice(-4)}`,
            }))}
            onChange={(value) => patch({ accountId: value })}
          />
        </Field>
      }
      notes={[
        '网银导出的交易明细、微信商户平台的资金账单、支付宝的账务明细可直接上传',
        '同一笔重复导入只算一次；早于账户启用日期的不导入',
        '能确定的自动与账簿匹配，其余在流水页逐笔确认',
      ]}
      update="更新"
      none="导入前再检查一遍，仍有一行错误就一笔也不导入"
      done={{ label: '查看流水', onClick: () => go(bankScreens.list, {}, { replace: true }) }}
    />
  )
}
