// A field of several lines in a Form.
'use client'

import { Textarea, type TextareaProps } from '@mantine/core'
import { useField } from './form.tsx'

export const TextArea = (props: TextareaProps) => <Textarea {...useField()} {...props} />
