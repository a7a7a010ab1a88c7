import { countCharacters } from '@boxwood/command-bus/rules';
import { type SubmitEvent, useState } from 'react';
import { useText } from '../../platform/react/use-text.ts';
import { setUp } from './setup-messages.ts';
import type { FieldIssue } from './sign-in-validation.ts';

/** Props of a text field of the form. */
export interface TextFieldState {
  readonly value: string;
  /** Shown after the first attempt to submit. */
  readonly error: string | null;
  readonly onValueChange: (value: string) => void;
}

/**
 * State of a form of text fields. Issues show after the first attempt to submit; the form is sent when there are none.
 */
export const useForm = <F extends { readonly [K in keyof F]: string }>(
  initial: F,
  check: (form: F) => Readonly<Record<keyof F, FieldIssue | null>>,
  send: (form: F) => void,
): {
  readonly field: (key: keyof F) => TextFieldState;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void;
} => {
  const t = useText(setUp);
  const [form, setForm] = useState(initial);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const issues = check(form);
  return {
    field: (key) => {
      const issue: FieldIssue | null = issues[key];
      return {
        value: form[key],
        error: isSubmitted && issue !== null ? t(issue, { count: countCharacters(form[key]) }) : null,
        onValueChange: (value) => {
          setForm((old) => ({ ...old, [key]: value }));
        },
      };
    },
    submit: (event) => {
      event.preventDefault();
      setIsSubmitted(true);
      if (Object.values(issues).every((issue) => issue === null)) send(form);
    },
  };
};
