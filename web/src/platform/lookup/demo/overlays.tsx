import { useState } from 'react'
import { confirm } from '../../../page/open.ts'
import { Field, TextArea } from '../../../ui/field/field.tsx'
import { Button, MainButton } from '../../../ui/layout.tsx'
import { Dialog } from '../../../ui/modal/dialog.tsx'
import { Overlay } from '../../../ui/modal/overlay.tsx'
import { ActionSheet, Sheet } from '../../../ui/modal/sheet.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { Line, Specimen } from './specimen.tsx'

/** Sheets, dialogs, toasts and the overlay, separate and stacked. */
export default function Overlays() {
  const [open, setOpen] = useState<'sheet' | 'more' | 'dialog'>()
  const [waiting, setWaiting] = useState(false)
  const close = () => setOpen(undefined)
  function wait() {
    setWaiting(true)
    setTimeout(() => setWaiting(false), 1500)
  }
  async function ask() {
    const yes = await confirm({
      title: '取消这个订单',
      body: '距取车不足 4 小时，将收取首日租金 ¥598.00',
      confirm: '取消订单',
      cancel: '再想想',
      danger: true,
    })
    toast(yes ? '订单已取消' : '订单未变')
  }
  return (
    <Specimen name="浮层" boxed>
      <Line>
        <Button onClick={() => setOpen('sheet')}>弹层</Button>
        <Button onClick={() => setOpen('more')}>更多操作</Button>
        <Button onClick={() => setOpen('dialog')}>对话框</Button>
        <Button onClick={() => void ask()}>确认框</Button>
        <Button onClick={() => toast('已保存')}>轻提示</Button>
        <Button onClick={() => toast('该车辆已被其他订单占用，请重新选择', { error: true })}>错误提示</Button>
        <Button onClick={wait}>加载遮罩</Button>
      </Line>
      <Sheet
        open={open === 'sheet'}
        onClose={close}
        title="添加备注"
        footer={
          <>
            <Button size="l" onClick={() => void ask()}>
              确认框
            </Button>
            <MainButton onClick={wait}>保存</MainButton>
          </>
        }
      >
        <Field label="备注">
          <TextArea maxLength={200} placeholder="写给同事" />
        </Field>
      </Sheet>
      <ActionSheet
        open={open === 'more'}
        onClose={close}
        title="更多操作"
        onPick={toast}
        actions={[
          { key: '长租', label: '长租订单', note: '按月分期付款', icon: 'receipt', tone: 'purple' },
          { key: '报销', label: '费用报销', reason: '订单还没有费用' },
          { key: '取消', label: '取消订单', danger: true },
        ]}
      />
      <Dialog open={open === 'dialog'} onClose={close} title="登录已失效">
        请重新登录，已填内容不会丢失
      </Dialog>
      <Overlay visible={waiting} text="加载中" />
    </Specimen>
  )
}
