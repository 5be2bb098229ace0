// A page with a single message: not found, failed.
import type { ReactNode } from 'react'
import classes from './shell.module.css'

interface NoticePageProps {
  readonly title: string
  readonly text: string
  readonly toStart: string
  readonly alert?: boolean
  readonly children?: ReactNode
}

export function NoticePage({ title, text, toStart, alert, children }: NoticePageProps) {
  return (
    <div className={classes.notice} role={alert ? 'alert' : undefined}>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={classes.noticeActions}>
        {children}
        <a href="/">{toStart}</a>
      </div>
    </div>
  )
}
