import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { Button, Grow, Note, Row, Text } from '../../../ui/layout.tsx'

interface LookLineProps {
  /** What is not shown. */
  readonly text: string
  readonly onDone: () => unknown
}

/** Asks before positions of cars with customers are shown: personal data, so each hour in which they are seen is logged. */
export function LookLine({ text, onDone }: LookLineProps) {
  const { run, pending } = useWrite(calls.vehicleControl.look)
  return (
    <Row gap={12}>
      <Grow>
        <Text as="p">{text}</Text>
        <Note as="p">位置属于客户的个人信息，查看记入日志，1 小时内不再询问</Note>
      </Grow>
      <Button
        size="s"
        className="keep"
        loading={pending}
        onClick={async () => {
          if (await run({})) await onDone()
        }}
      >
        查看位置
      </Button>
    </Row>
  )
}
