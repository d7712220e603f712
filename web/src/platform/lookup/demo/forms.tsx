import { useState } from 'react'
import { useProblems } from '../../../form/use-problems.ts'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { RadioList, Switch } from '../../../ui/field/choice.tsx'
import { Field, TextArea, TextInput } from '../../../ui/field/field.tsx'
import { PermissionTree, type TreeNode } from '../../../ui/field/permission-tree.tsx'
import { FuelBar, Slider } from '../../../ui/field/range.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Stepper } from '../../../ui/field/stepper.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Button, Card, Cell } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { Line, Specimen } from './specimen.tsx'

const stores = ['虹桥机场店', '浦东 T2 店', '徐家汇店'].map((label, value) => ({
  value,
  label,
  note: '申虹路 1500 号',
}))
const cities = ['上海', '杭州', '苏州', '南京', '无锡', '宁波', '嘉兴', '常州', '合肥'].map((value) => ({
  value,
  label: value,
}))

const leaves = (page: string, ...names: string[]): TreeNode => ({
  key: page,
  label: page,
  children: names.map((label) => ({ key: `${page}.${label}`, label })),
})

const groups: TreeNode[] = [
  {
    key: '订单',
    label: '订单',
    children: [leaves('短租订单', '查看', '新建', '排车'), leaves('费用与退款', '查看', '退款')],
  },
  leaves('价格', '查看价格', '修改价格', '价格日历'),
]

/** Fields and their errors, choices, amounts, sliders and the permission tree. */
export default function Forms() {
  const [name, setName] = useState('徐子墨')
  const [store, setStore] = useState<number>()
  const [city, setCity] = useState<string>('上海')
  const [fen, setFen] = useState<number | null>(9000)
  const [deposit, setDeposit] = useState('online')
  const [seats, setSeats] = useState(1)
  const [reason, setReason] = useState('none')
  const [fuel, setFuel] = useState(7)
  const [battery, setBattery] = useState(86)
  const [keyword, setKeyword] = useState('')
  const [granted, setGranted] = useState<ReadonlySet<string>>(new Set(['短租订单.查看', '短租订单.新建']))
  const { frame, show } = useProblems()
  return (
    <>
      <Specimen name="表单行">
        <Card>
          <form ref={frame}>
            <Field label="姓名">
              <TextInput value={name} onChange={({ target }) => setName(target.value)} onClear={() => setName('')} />
            </Field>
            <Field label="手机号" extra={<Tag>老客户 · 2 单</Tag>}>
              <TextInput type="tel" placeholder="11 位手机号" />
            </Field>
            <Field label="证件号" error="少 1 位，请核对">
              <TextInput defaultValue="31010419920714003" />
            </Field>
            <Field label="紧急联系" optional hint="客户失联时使用">
              <TextInput />
            </Field>
            <Field label="还车门店">
              <Select title="还车门店" options={stores} value={store} onChange={setStore} />
            </Field>
            <Field label="城市">
              <Select title="城市" options={cities} value={city} onChange={setCity} />
            </Field>
            <Field label="违约金">
              <AmountInput value={fen} onChange={setFen} placeholder="0.00" />
            </Field>
            <Field label="只读">
              <TextInput value="D2611188213" readOnly />
            </Field>
          </form>
        </Card>
        <Button onClick={() => show({ number: '少 1 位，请核对' })}>定位第一处错误</Button>
      </Specimen>
      <Specimen name="带框输入" boxed>
        <Field label="当前里程" hint="上次还车 18,214 km，差 22 km">
          <TextInput inputMode="numeric" defaultValue="18236" suffix="km" />
        </Field>
        <Field label="清洁费" error="超过 500.00 元须店长审批">
          <AmountInput value={fen} onChange={setFen} />
        </Field>
        <TextInput look="fill" aria-label="手机号" prefix="+86" placeholder="手机号" />
        <Field label="备注" optional>
          <TextArea maxLength={200} defaultValue="客户航班 MU5102 延误，预计 09:50 到店" />
        </Field>
      </Specimen>
      <Specimen name="选择" boxed>
        <Segmented
          label="押金方式"
          value={deposit}
          onChange={setDeposit}
          options={[
            { value: 'offline', label: '线下支付' },
            { value: 'online', label: '线上授权' },
            { value: 'free', label: '双免' },
          ]}
        />
        <Line>
          <Switch label="开" defaultChecked />
          <Switch label="不可改" disabled />
          <Checkbox aria-label="部分" partly />
          <Checkbox aria-label="必选" defaultChecked disabled />
          <Checkbox defaultChecked>客户已当面核对里程、油量与车损</Checkbox>
        </Line>
        <Cell
          label="儿童座椅"
          extra={<Stepper label="儿童座椅" value={seats} onChange={setSeats} max={3} maxReason="最多 3 个" />}
        />
        <RadioList
          label="取消原因"
          value={reason}
          onChange={setReason}
          options={[
            { value: 'trip', label: '客户行程变更' },
            { value: 'none', label: '门店无车可排', extra: <Tag tone="warning">免违约金</Tag> },
            { value: 'papers', label: '客户证件不符', note: '需上传凭证', disabled: true },
          ]}
        />
      </Specimen>
      <Specimen name="油量、电量与搜索" boxed>
        <FuelBar value={fuel} onChange={setFuel} label={`油量 ${fuel}/8`} />
        <Slider value={battery} onChange={setBattery} label={`电量 ${battery}%`} />
        <Search value={keyword} onChange={setKeyword} placeholder="车牌、手机号、订单号" hotkey />
      </Specimen>
      <Specimen name="权限树">
        <PermissionTree groups={groups} value={granted} onChange={setGranted} locked={new Set(['短租订单.查看'])} />
      </Specimen>
    </>
  )
}
