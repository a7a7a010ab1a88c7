import { useState } from 'react';
import {
  Checkbox,
  IconUser,
  NumberField,
  PasswordField,
  RadioGroup,
  SearchBox,
  Select,
  Slider,
  Switch,
  TextArea,
  TextField,
} from '../../src/index.ts';
import { Demo } from '../Demo.tsx';

export function Fields() {
  const [name, setName] = useState('Holiday 2026');
  const [days, setDays] = useState<number | null>(7);
  const [kind, setKind] = useState<'zip' | 'tar' | 'tar.gz'>('zip');
  const [checked, setChecked] = useState(true);
  const [zoom, setZoom] = useState(110);
  const [query, setQuery] = useState('beach');
  const kinds = (['zip', 'tar', 'tar.gz'] as const).map((value) => ({ value, label: value }));
  return (
    <>
      <Demo title="Text field" layout="grid">
        <TextField label="Folder name" value={name} onValueChange={setName} required hint="Up to 128 bytes" />
        <TextField label="Nickname" placeholder="What should we call you?" icon={<IconUser />} />
        <TextField label="New name" value="con" readOnly error="This name is reserved. Choose another one." />
        <TextField label="Disabled" value="Cannot be changed" disabled readOnly />
        <TextField label="Read-only" value="/mnt/usb1/Photos" readOnly />
        <TextField label="Quota" defaultValue="200" affix="GB" inputMode="numeric" />
      </Demo>
      <Demo title="Password, number, text area" layout="grid">
        <PasswordField
          label="Password"
          defaultValue="boxwood"
          showPasswordLabel="Show password"
          hidePasswordLabel="Hide password"
        />
        <NumberField
          label="Days valid"
          value={days}
          onValueChange={setDays}
          min={1}
          max={365}
          affix="days"
          decreaseLabel="One day less"
          increaseLabel="One day more"
        />
        <TextArea label="Feedback" placeholder="What happened?" />
      </Demo>
      <Demo title="Select and search" layout="grid">
        <Select label="Package format" value={kind} options={kinds} onValueChange={setKind} />
        <Select<string>
          label="Wallpaper"
          value={null}
          options={[]}
          placeholder="Choose one"
          onValueChange={() => undefined}
        />
        <SearchBox label="Search files" clearLabel="Clear" value={query} onValueChange={setQuery} />
      </Demo>
      <Demo title="Choices" layout="grid">
        <Checkbox label="Do not remind me again" checked={checked} onCheckedChange={setChecked} />
        <Checkbox label="Some of them" mixed checked={false} onCheckedChange={() => undefined} />
        <Checkbox
          label="Not available"
          hint="The disk is full"
          checked={false}
          disabled
          onCheckedChange={() => undefined}
        />
        <RadioGroup label="Format" value={kind} options={kinds} onValueChange={setKind} />
        <RadioGroup label="Format, across" across value={kind} options={kinds} onValueChange={setKind} />
        <div style={{ display: 'grid', gap: 12 }}>
          <Switch label="Start when the box starts" checked={checked} onCheckedChange={setChecked} />
          <Switch label="Off" checked={false} onCheckedChange={() => undefined} />
          <Switch between label="Between" hint="Words first" checked={checked} onCheckedChange={setChecked} />
        </div>
        <Slider
          label="Zoom"
          min={80}
          max={200}
          step={10}
          value={zoom}
          valueText={`${zoom} %`}
          onValueChange={setZoom}
        />
        <Slider label="Disabled" value={40} disabled onValueChange={() => undefined} />
      </Demo>
    </>
  );
}
