import './dialog.css'
import { type ReactNode, useId } from 'react'
import { say } from '../../words/words.ts'
import { Box, Button, Row } from '../layout.tsx'
import { Modal } from './modal.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Cancel at the left, confirm at the right. Undefined: one button that closes. */
  footer?: ReactNode
}

/** A small box in the centre, for irreversible actions and necessary decisions. */
export function Dialog({ open, onClose, title, children, footer }: DialogProps) {
  const id = useId()
  return (
    <Modal open={open} onClose={onClose} from="centre" aria-labelledby={id}>
      <div className="dialog-content">
        <h2 id={id} className="size-l">
          {title}
        </h2>
        {children && (
          <Box top={8} ink={2}>
            {children}
          </Box>
        )}
      </div>
      <Row as="footer" gap={8} pad={[4, 16, 16]} align="stretch" keep wrap>
        {footer ?? (
          <Button variant="primary" block onClick={onClose}>
            {say('知道了')}
          </Button>
        )}
      </Row>
    </Modal>
  )
}

export type ConfirmOptions = {
  title: ReactNode
  /** The consequence: what is lost, what is charged. */
  body?: ReactNode
  /** Repeats the verb: 取消订单, 收款 ¥250.00. */
  confirm?: string
  cancel?: string
  /** The confirming button is red. */
  danger?: boolean
}

type ConfirmBoxProps = ConfirmOptions & { open: boolean; onAnswer: (yes: boolean) => void; onClose: () => void }

/** The question of `confirm()` and `decide()` of web/src/page: true for the right button, false for the left one. */
export function ConfirmBox({ open, onAnswer, onClose, title, body, confirm, cancel, danger }: ConfirmBoxProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button block onClick={() => onAnswer(false)}>
            {cancel ?? say('取消')}
          </Button>
          <Button variant={danger ? 'destroy' : 'primary'} block onClick={() => onAnswer(true)}>
            {confirm ?? say('确定')}
          </Button>
        </>
      }
    >
      {body}
    </Dialog>
  )
}
