import './dialog.css'
import { type ReactNode, useId, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Cancel left, confirm right. Left out: one button that closes. */
  footer?: ReactNode
  /** Neither Esc nor the mask closes it. */
  stubborn?: boolean
}

/** A small box in the middle, for what cannot be undone or must be decided. */
export function Dialog({ open, onClose, title, children, footer, stubborn }: DialogProps) {
  const id = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      from="centre"
      stubborn={stubborn}
      role={stubborn ? 'alertdialog' : undefined}
      aria-labelledby={id}
      className="dialog"
    >
      <div className="dialog-content">
        <h2 id={id}>{title}</h2>
        {children && <div className="dialog-text">{children}</div>}
      </div>
      <footer className="dialog-foot">
        {footer ?? (
          <Button variant="primary" block onClick={onClose}>
            知道了
          </Button>
        )}
      </footer>
    </Modal>
  )
}

export type ConfirmOptions = {
  title: ReactNode
  /** The consequence in words: what is lost, what is charged. */
  body?: ReactNode
  /** Repeats the verb: 取消订单, 收款 ¥250.00. */
  confirm?: string
  cancel?: string
  /** The confirming button is red. */
  danger?: boolean
}

/** Asks and answers true when confirmed; Esc, the mask and the cancel button answer false. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    root.render(
      <Confirm
        options={options}
        onAnswer={resolve}
        onGone={() => {
          root.unmount()
          host.remove()
        }}
      />,
    )
  })
}

type ConfirmProps = { options: ConfirmOptions; onAnswer: (yes: boolean) => void; onGone: () => void }

function Confirm({ options, onAnswer, onGone }: ConfirmProps) {
  const [open, setOpen] = useState(true)
  function answer(yes: boolean) {
    setOpen(false)
    onAnswer(yes)
    // Longer than the closing motion; the question is answered, so nothing waits for this.
    setTimeout(onGone, 400)
  }
  return (
    <Dialog
      open={open}
      onClose={() => answer(false)}
      title={options.title}
      footer={
        <>
          <Button block onClick={() => answer(false)}>
            {options.cancel ?? '取消'}
          </Button>
          <Button variant={options.danger ? 'destroy' : 'primary'} block onClick={() => answer(true)}>
            {options.confirm ?? '确定'}
          </Button>
        </>
      }
    >
      {options.body}
    </Dialog>
  )
}
