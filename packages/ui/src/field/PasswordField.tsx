import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'tools'> {
  readonly showPasswordLabel: string;
  readonly hidePasswordLabel: string;
}

/** A password input with a button that reveals it. */
export function PasswordField({
  showPasswordLabel,
  hidePasswordLabel,
  autoComplete = 'current-password',
  ...rest
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="off"
      spellCheck={false}
      tools={
        <IconButton
          size="sm"
          label={shown ? hidePasswordLabel : showPasswordLabel}
          icon={shown ? <EyeOff /> : <Eye />}
          disabled={rest.disabled ?? false}
          onClick={() => {
            setShown(!shown);
          }}
        />
      }
    />
  );
}
